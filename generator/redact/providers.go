package redact

// tokenFormat is one documented form of a provider's token: what it begins
// with, what follows, and where that is written down. before, when set, is what
// must stand ahead of the prefix and belongs to the token.
//
// Lengths are lower bounds where providers say that a token may grow. check
// says how much a match must look drawn by chance: formats whose prefix says
// enough need little, short prefixes need much.
type tokenFormat struct {
	rule     string
	severity Severity
	prefixes []string
	body     string
	check    check
	source   string
	before   string
}

type check uint8

const (
	plausible check = iota // not a made-up example
	drawn                  // and looks random
	mixed                  // and holds letters as well as digits, or looks random
)

const (
	word     = "[A-Za-z0-9]"
	dashed   = "[A-Za-z0-9_-]"
	dotted   = "[A-Za-z0-9_.-]"
	lowHex   = "[0-9a-f]"
	anyHex   = "[0-9a-fA-F]"
	base64c  = "[A-Za-z0-9+/]"
	uuidForm = lowHex + "{8}-" + lowHex + "{4}-" + lowHex + "{4}-" + lowHex + "{4}-" + lowHex + "{12}"
)

// tokenFormats is the table of every token format that can be told by its own
// form. Formats that need a name beside them stand in namedFormats.
var tokenFormats = []tokenFormat{
	// Code hosting and continuous integration.
	{"github-token", High, []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, word + "{30,255}", plausible, "docs.github.com: About authentication to GitHub, token formats", ""},
	{"github-token", High, []string{"ghs_"}, "[A-Za-z0-9_.-]{60,}", drawn, "docs.github.com: installation access tokens", ""},
	{"github-token", High, []string{"github_pat_"}, "[A-Za-z0-9_]{36,255}", plausible, "docs.github.com: fine-grained personal access tokens", ""},
	{"gitlab-token", High, []string{"glpat-", "gldt-", "glrt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", "glwt-", "glcbt-"}, "[A-Za-z0-9_.=-]{18,}", plausible, "docs.gitlab.com: Token overview, token prefixes", ""},
	{"gitlab-token", High, []string{"GR1348941"}, dashed + "{20,}", drawn, "docs.gitlab.com: runner registration tokens", ""},
	{"gitlab-token", Medium, []string{"_gitlab_session="}, word + "{32}", plausible, "gitleaks: gitlab-session-cookie", ""},
	{"bitbucket-token", High, []string{"ATBB", "ATCTT3xFfG"}, "[A-Za-z0-9_=-]{28,}", mixed, "support.atlassian.com: Bitbucket app passwords and access tokens", ""},
	{"atlassian-token", High, []string{"ATATT3", "ATSTT3"}, "[A-Za-z0-9_=-]{40,}", plausible, "support.atlassian.com: Manage API tokens", ""},
	{"buildkite-token", High, []string{"bkua_"}, lowHex + "{40}", plausible, "buildkite.com/docs: API access tokens", ""},
	{"circleci-token", High, []string{"CCIPAT_", "CCIPRJ_"}, word + "{16,40}_" + anyHex + "{40}", plausible, "circleci.com/docs: Managing API tokens", ""},
	{"sourcegraph-token", High, []string{"sgp_"}, "[A-Za-z0-9_]{40,80}", drawn, "sourcegraph.com/docs and segment.com/docs: access token formats", ""},
	{"sonar-token", High, []string{"sqp_", "squ_", "sqa_"}, lowHex + "{40}", plausible, "docs.sonarsource.com: token types", ""},
	{"snyk-token", High, []string{"snyk_uat.", "snyk_sat."}, "[A-Za-z0-9_.-]{20,}", drawn, "docs.snyk.io: access tokens", ""},

	// Models and their hosts.
	{"anthropic-key", High, []string{"sk-ant-api", "sk-ant-oat", "sk-ant-ort", "sk-ant-admin", "sk-ant-sid", "sk-ant-usr"}, "[0-9]{2}-" + dashed + "{24,}", plausible, "docs.anthropic.com: API keys; Claude Code OAuth tokens", ""},
	{"openai-key", High, []string{"sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"}, dashed + "{24,}", drawn, "platform.openai.com/docs: API keys", ""},
	{"openai-key", High, []string{"T3BlbkFJ"}, word + "{20}", plausible, "gitleaks: openai-api-key", "[s][k][-]" + word + "{20}"},
	{"openai-key", High, []string{"sk-"}, word + "{32,}", drawn, "platform.openai.com/docs: legacy API keys; DeepSeek, Moonshot and others use the same form", ""},
	{"openai-session", High, []string{"sess-"}, word + "{40}", drawn, "GitHub secret scanning: OpenAI", ""},
	{"openrouter-key", High, []string{"sk-or-v1-", "sk-or-"}, "[A-Za-z0-9-]{32,}", drawn, "openrouter.ai/docs: authentication", ""},
	{"langsmith-key", High, []string{"lsv2_pt_", "lsv2_sk_", "ls__"}, "[0-9a-f_]{32,}", mixed, "docs.smith.langchain.com: API keys", ""},
	{"langfuse-key", High, []string{"sk-lf-"}, uuidForm, plausible, "langfuse.com/docs: API keys", ""},
	{"google-key", High, []string{"AIza"}, dashed + "{33,39}", drawn, "cloud.google.com/docs: API keys", ""},
	{"google-oauth", High, []string{"ya29."}, dashed + "{20,}", drawn, "developers.google.com/identity: OAuth 2.0 access tokens", ""},
	{"google-oauth", High, []string{"1//0"}, dashed + "{30,}", drawn, "developers.google.com/identity: refresh tokens", ""},
	{"google-oauth", High, []string{"GOCSPX-"}, dashed + "{24,}", plausible, "developers.google.com/identity: client secrets", ""},
	{"huggingface-token", High, []string{"hf_", "api_org_"}, word + "{30,64}", drawn, "huggingface.co/docs: user access tokens", ""},
	{"replicate-token", High, []string{"r8_"}, word + "{37,40}", drawn, "replicate.com/docs: API tokens", ""},
	{"groq-key", High, []string{"gsk_"}, word + "{40,64}", drawn, "console.groq.com/docs: API keys", ""},
	{"xai-key", High, []string{"xai-"}, word + "{60,100}", drawn, "docs.x.ai: API keys", ""},
	{"perplexity-key", High, []string{"pplx-"}, word + "{40,64}", drawn, "docs.perplexity.ai: API keys", ""},
	{"fireworks-key", High, []string{"fw_"}, word + "{22,40}", drawn, "docs.fireworks.ai: API keys", ""},
	{"together-key", High, []string{"tgp_v1_"}, dashed + "{30,}", drawn, "docs.together.ai: API keys", ""},
	{"nvidia-key", High, []string{"nvapi-"}, dashed + "{50,}", drawn, "docs.api.nvidia.com: API keys", ""},
	{"cerebras-key", High, []string{"csk-"}, word + "{40,}", drawn, "inference-docs.cerebras.ai: API keys", ""},
	{"elevenlabs-key", High, []string{"sk_"}, lowHex + "{48}", mixed, "elevenlabs.io/docs: API keys", ""},
	{"pinecone-key", High, []string{"pcsk_"}, "[A-Za-z0-9_]{50,}", drawn, "docs.pinecone.io: API keys", ""},
	{"tavily-key", High, []string{"tvly-"}, dashed + "{24,}", drawn, "docs.tavily.com: API keys", ""},
	{"firecrawl-key", Medium, []string{"fc-"}, lowHex + "{32}", mixed, "docs.firecrawl.dev: API keys", ""},
	{"apify-token", High, []string{"apify_api_"}, word + "{32,}", drawn, "docs.apify.com: API tokens", ""},
	{"wandb-key", High, []string{"wandb_v1_"}, "[A-Za-z0-9_]{40,}", drawn, "docs.wandb.ai: API keys", ""},
	{"jina-key", Medium, []string{"jina_"}, dashed + "{50,}", drawn, "jina.ai: API keys", ""},
	{"voyage-key", Medium, []string{"pa-"}, dashed + "{40,}", drawn, "docs.voyageai.com: API keys", ""},
	{"brave-key", Medium, []string{"BSA"}, "[A-Za-z0-9_-]{27,28}", drawn, "api.search.brave.com: subscription tokens", ""},

	// Clouds.
	{"aws-key-id", High, []string{"AKIA", "ASIA", "ABIA", "ACCA"}, "[A-Z0-9]{16}", mixed, "docs.aws.amazon.com: IAM identifiers, unique ID prefixes", ""},
	{"aws-bedrock-key", High, []string{"ABSK"}, "[A-Za-z0-9+/=]{100,}", plausible, "docs.aws.amazon.com: Amazon Bedrock API keys", ""},
	{"aws-bedrock-key", High, []string{"bedrock-api-key-"}, "[A-Za-z0-9+/=]{20,}", plausible, "docs.aws.amazon.com: Amazon Bedrock short-term keys", ""},
	{"aws-session-token", High, []string{"IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz"}, "[A-Za-z0-9+/=%]{100,}", plausible, "docs.aws.amazon.com: temporary security credentials", ""},
	{"azure-client-secret", High, []string{"Q~"}, "[A-Za-z0-9_~.-]{31,34}", plausible, "learn.microsoft.com: client secrets; gitleaks: azure-ad-client-secret", "[A-Za-z0-9_~.-]{3}[0-9]"},
	{"azure-storage-key", High, []string{"AccountKey=", "SharedAccessKey=", "accountkey="}, "[A-Za-z0-9+/=]{40,88}", drawn, "learn.microsoft.com: storage and service bus connection strings", ""},
	{"azure-key", High, []string{"+AStA", "+ACDb", "AzSe", "+ASbA", "+AEhC", "+ARm", "AzCa", "AzFu"}, "[A-Za-z0-9+/]{4,40}==", plausible, "learn.microsoft.com: identifiable keys", base64c + "{33,76}"},
	{"azure-devops-token", High, []string{"AZDO"}, word + "{4,8}", plausible, "learn.microsoft.com: Azure DevOps personal access tokens", word + "{72,80}"},
	{"digitalocean-token", High, []string{"dop_v1_", "doo_v1_", "dor_v1_"}, lowHex + "{64}", plausible, "docs.digitalocean.com: API tokens", ""},
	{"alibaba-key-id", High, []string{"LTAI"}, word + "{12,20}", mixed, "alibabacloud.com/help: AccessKey pairs", ""},
	{"tencent-key-id", High, []string{"AKID"}, word + "{32}", drawn, "cloud.tencent.com: API keys", ""},
	{"yandex-key", High, []string{"AQVN"}, dashed + "{35,38}", drawn, "yandex.cloud/docs: API keys", ""},
	{"yandex-key", High, []string{"t1."}, "[A-Za-z0-9_=-]{20,}.[A-Za-z0-9_=-]{80,}", plausible, "yandex.cloud/docs: IAM tokens", ""},
	{"cloudflare-key", High, []string{"v1.0-"}, lowHex + "{24}-" + lowHex + "{146}", plausible, "developers.cloudflare.com: Origin CA keys", ""},
	{"cloudflare-key", High, []string{"cfut_", "cfat_", "cfk_"}, dashed + "{40,}", drawn, "developers.cloudflare.com: API token formats", ""},
	{"fly-token", High, []string{"fo1_"}, dashed + "{43}", plausible, "fly.io/docs: access tokens", ""},
	{"fly-token", High, []string{"fm1a_", "fm1r_", "fm2_"}, "[A-Za-z0-9+/=,_]{60,}", drawn, "fly.io/docs: macaroon tokens", ""},
	{"heroku-key", High, []string{"HRKU-"}, "[A-Za-z0-9_-]{36,}", plausible, "devcenter.heroku.com: authentication tokens", ""},
	{"vercel-token", High, []string{"vcp_", "vci_", "vca_", "vcr_", "vck_"}, word + "{24,}", drawn, "vercel.com/docs: token formats", ""},
	{"vercel-token", High, []string{"vercel_blob_rw_"}, "[A-Za-z0-9_]{30,}", drawn, "vercel.com/docs: Blob tokens", ""},
	{"netlify-token", High, []string{"nfp_", "nfo_", "nfb_", "nfu_", "nfc_"}, word + "{32,}", drawn, "docs.netlify.com: access tokens", ""},
	{"render-key", High, []string{"rnd_"}, word + "{28,}", drawn, "render.com/docs: API keys", ""},
	{"scalingo-token", High, []string{"tk-us-", "tk-eu-"}, dashed + "{40,}", drawn, "gitleaks: scalingo-api-token", ""},
	{"scaleway-key-id", High, []string{"SCW"}, "[A-Z0-9]{17}", mixed, "scaleway.com/docs: API keys", ""},
	{"exoscale-key-id", High, []string{"EXO"}, "[a-z0-9]{24,}", drawn, "community.exoscale.com: API keys", ""},
	{"openshift-token", High, []string{"sha256~"}, dashed + "{43}", plausible, "docs.openshift.com: OAuth access tokens", ""},
	{"clickhouse-key", High, []string{"4b1d"}, word + "{38}", drawn, "clickhouse.com/docs: Cloud API keys", ""},

	// Databases and data platforms.
	{"supabase-token", High, []string{"sbp_", "sb_secret_"}, "[A-Za-z0-9_-]{20,}", drawn, "supabase.com/docs: access tokens and secret keys", ""},
	{"planetscale-token", High, []string{"pscale_tkn_", "pscale_oauth_", "pscale_pw_"}, "[A-Za-z0-9_=.-]{32,64}", drawn, "planetscale.com/docs: service tokens and passwords", ""},
	{"neon-key", High, []string{"napi_"}, "[a-z0-9]{40,}", drawn, "neon.tech/docs: API keys", ""},
	{"databricks-token", High, []string{"dapi", "dkea", "dose"}, lowHex + "{32}", plausible, "docs.databricks.com: personal access tokens", ""},
	{"airtable-token", High, []string{"pat"}, word + "{14}." + lowHex + "{64}", plausible, "airtable.com/developers: personal access tokens", ""},
	{"mongodb-key", High, []string{"mdb_sa_sk_"}, dashed + "{30,}", drawn, "mongodb.com/docs: Atlas service accounts", ""},
	{"confluent-key", High, []string{"cflt"}, base64c + "{60}", drawn, "docs.confluent.io: API secrets", ""},

	// Packages and containers.
	{"npm-token", High, []string{"npm_"}, word + "{36,}", drawn, "docs.npmjs.com: About access tokens", ""},
	{"pypi-token", High, []string{"pypi-AgEI", "pypi-AgEN", "pypi-"}, dashed + "{50,}", drawn, "pypi.org/help: API tokens", ""},
	{"rubygems-key", High, []string{"rubygems_"}, lowHex + "{48}", plausible, "guides.rubygems.org: API key scopes", ""},
	{"crates-token", High, []string{"cio"}, word + "{32}", drawn, "crates.io: API tokens; GitHub secret scanning", ""},
	{"nuget-key", High, []string{"oy2"}, "[a-z0-9]{43}", drawn, "learn.microsoft.com/nuget: API keys", ""},
	{"docker-token", High, []string{"dckr_pat_", "dckr_oat_"}, dashed + "{24,}", plausible, "docs.docker.com: personal access tokens", ""},
	{"clojars-token", High, []string{"CLOJARS_"}, word + "{60}", plausible, "github.com/clojars: deploy tokens", ""},
	{"artifactory-key", High, []string{"AKCp"}, word + "{60,}", drawn, "jfrog.com: API keys", ""},
	{"artifactory-token", High, []string{"cmVmdGtuO", "cmVmd"}, word + "{50,}", drawn, "jfrog.com: reference tokens", ""},
	{"packagist-token", Medium, []string{"packagist_ack_", "packagist_aut_", "packagist_uut_"}, lowHex + "{32,}", plausible, "packagist.com/docs: tokens", ""},

	// Payments and shops.
	{"stripe-key", High, []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_", "sk_org_"}, "[A-Za-z0-9_]{16,}", drawn, "docs.stripe.com: API keys", ""},
	{"stripe-webhook-secret", High, []string{"whsec_"}, "[A-Za-z0-9+/=]{24,}", drawn, "docs.stripe.com: webhook signatures; standardwebhooks.com", ""},
	{"square-token", High, []string{"sq0atp-", "sq0csp-", "sq0idp-"}, dashed + "{22,}", drawn, "developer.squareup.com: access tokens", ""},
	{"square-token", High, []string{"EAAA"}, dashed + "{56,64}", drawn, "developer.squareup.com: access tokens", ""},
	{"facebook-token", High, []string{"EAAC", "EAAM", "EAAG", "EAAB"}, word + "{80,}", drawn, "developers.facebook.com: access tokens", ""},
	{"paypal-token", High, []string{"access_token$production$", "access_token$sandbox$"}, word + "{10,}$" + lowHex + "{32}", plausible, "developer.paypal.com: Braintree access tokens", ""},
	{"paypal-token", High, []string{"A21AA"}, dashed + "{60,}", drawn, "developer.paypal.com: OAuth access tokens", ""},
	{"shopify-token", High, []string{"shpat_", "shpca_", "shppa_", "shpss_", "shpua_", "shprt_"}, anyHex + "{32}", plausible, "shopify.dev: access tokens", ""},
	{"shippo-token", High, []string{"shippo_live_", "shippo_test_"}, anyHex + "{40}", plausible, "docs.goshippo.com: authentication", ""},
	{"easypost-key", High, []string{"EZAK", "EZTK"}, word + "{54}", drawn, "docs.easypost.com: authentication", ""},
	{"flutterwave-key", High, []string{"FLWSECK_TEST-", "FLWSECK-"}, "[A-Za-z0-9]{12,32}", mixed, "developer.flutterwave.com: API keys", ""},
	{"duffel-token", High, []string{"duffel_test_", "duffel_live_"}, "[A-Za-z0-9_=-]{40,}", drawn, "duffel.com/docs: access tokens", ""},
	{"plaid-token", High, []string{"access-sandbox-", "access-development-", "access-production-"}, uuidForm, plausible, "plaid.com/docs: tokens", ""},
	{"gocardless-token", High, []string{"live_"}, "[A-Za-z0-9_=-]{40}", drawn, "developer.gocardless.com: access tokens", ""},
	{"lob-key", High, []string{"live_", "test_"}, lowHex + "{35}", plausible, "docs.lob.com: API keys", ""},
	{"adyen-key", High, []string{"AQE"}, "[A-Za-z0-9+/=_.-]{80,}", drawn, "docs.adyen.com: API credentials", ""},
	{"razorpay-key", Medium, []string{"rzp_live_", "rzp_test_"}, word + "{14}", drawn, "razorpay.com/docs: API keys", ""},
	{"mercadopago-token", High, []string{"APP_USR-"}, "[0-9a-f-]{40,}", plausible, "mercadopago.com/developers: credentials", ""},

	// Messages and mail.
	{"slack-token", High, []string{"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-", "xapp-", "xoxe-"}, "[A-Za-z0-9%/+-]{16,}", mixed, "api.slack.com: token types", ""},
	{"slack-token", High, []string{"xoxe.xoxp-", "xoxe.xoxb-"}, "[A-Za-z0-9-]{40,}", plausible, "api.slack.com: configuration tokens", ""},
	{"slack-webhook", High, []string{"hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"}, "[A-Za-z0-9+/]{30,}", mixed, "api.slack.com: incoming webhooks", ""},
	{"discord-webhook", High, []string{"discord.com/api/webhooks/", "discordapp.com/api/webhooks/"}, "[0-9]{16,20}/" + dashed + "{40,}", plausible, "discord.com/developers: webhooks", ""},
	{"teams-webhook", High, []string{".webhook.office.com/webhookb2/"}, "[A-Za-z0-9@-]{60,}/IncomingWebhook/" + word + "{32}/" + "[A-Za-z0-9-]{30,}", plausible, "learn.microsoft.com: incoming webhooks", ""},
	{"telegram-token", High, []string{":AA"}, dashed + "{32,33}", drawn, "core.telegram.org/bots: authorizing your bot", "[0-9]{8,10}"},
	{"twilio-key", High, []string{"SK"}, anyHex + "{32}", mixed, "twilio.com/docs: API keys", ""},
	{"sendgrid-key", High, []string{"SG."}, dashed + "{16,32}." + dashed + "{32,64}", plausible, "docs.sendgrid.com: API keys", ""},
	{"mailgun-key", High, []string{"key-"}, word + "{32}", mixed, "documentation.mailgun.com: API keys", ""},
	{"mailchimp-key", High, []string{"-us"}, "[0-9]{1,2}", plausible, "mailchimp.com/developer: API keys", lowHex + "{32}"},
	{"mandrill-key", Medium, []string{"md-"}, dashed + "{22}", drawn, "mailchimp.com/developer/transactional: API keys", ""},
	{"brevo-key", High, []string{"xkeysib-", "xsmtpsib-"}, lowHex + "{64}-" + word + "{16}", plausible, "developers.brevo.com: API keys", ""},
	{"resend-key", High, []string{"re_"}, "[A-Za-z0-9]{8,10}_[A-Za-z0-9]{20,}", drawn, "resend.com/docs: API keys", ""},
	{"courier-key", High, []string{"pk_prod_"}, "[A-Z0-9]{28}", drawn, "courier.com/docs: API keys", ""},
	{"intercom-token", High, []string{"dG9rOj"}, "[A-Za-z0-9+/=_]{40,}", drawn, "developers.intercom.com: access tokens", ""},

	// Work and design.
	{"linear-key", High, []string{"lin_api_", "lin_oauth_", "lin_wh_"}, word + "{32,}", drawn, "linear.app/developers: API keys", ""},
	{"notion-token", High, []string{"ntn_"}, word + "{40,}", drawn, "developers.notion.com: tokens", ""},
	{"notion-token", High, []string{"secret_"}, word + "{43}", drawn, "developers.notion.com: legacy tokens", ""},
	{"figma-token", High, []string{"figd_", "figu_", "figo_", "figor_", "figdr_"}, dashed + "{36,}", drawn, "figma.com/developers: access tokens", ""},
	{"asana-token", High, []string{"1/", "2/"}, "[0-9/]{14,36}:" + lowHex + "{32}", plausible, "developers.asana.com: personal access tokens", ""},
	{"clickup-token", High, []string{"pk_"}, "[0-9]{6,9}_[A-Z0-9]{32}", plausible, "developer.clickup.com: authentication", ""},
	{"typeform-token", High, []string{"tfp_"}, "[A-Za-z0-9_.=-]{40,}", drawn, "typeform.com/developers: personal access tokens", ""},
	{"readme-key", High, []string{"rdme_"}, "[a-z0-9]{70}", plausible, "docs.readme.com: API keys", ""},
	{"frameio-token", High, []string{"fio-u-"}, "[A-Za-z0-9_=-]{60,}", drawn, "developer.frame.io: tokens", ""},
	{"contentful-token", High, []string{"CFPAT-"}, dashed + "{40,}", drawn, "contentful.com/developers: personal access tokens", ""},
	{"dropbox-token", High, []string{"sl.", "sl.u."}, "[A-Za-z0-9_=-]{100,}", drawn, "developers.dropbox.com: short-lived tokens", ""},
	{"mapbox-token", High, []string{"sk.eyJ", "tk.eyJ"}, dashed + "{20,}." + dashed + "{16,}", plausible, "docs.mapbox.com: access tokens", ""},
	{"hubspot-token", High, []string{"pat-na1-", "pat-eu1-", "pat-na2-", "pat-ap1-"}, "[0-9a-fA-F-]{36}", plausible, "developers.hubspot.com: private app tokens", ""},
	{"adobe-secret", High, []string{"p8e-"}, "[A-Za-z0-9_-]{32}", drawn, "developer.adobe.com: client secrets", ""},
	{"canva-secret", High, []string{"cnvca"}, dashed + "{48,}", drawn, "canva.dev/docs: client secrets", ""},
	{"postman-key", High, []string{"PMAK-"}, anyHex + "{24}-" + anyHex + "{34}", plausible, "learning.postman.com: API keys", ""},
	{"postman-token", High, []string{"PMAT-"}, word + "{26}", drawn, "learning.postman.com: access tokens", ""},

	// Operations.
	{"newrelic-key", High, []string{"NRAK-", "NRIQ-", "NRII-", "NRRA-", "NRSP", "NRJS-"}, "[A-Za-z0-9_-]{18,48}", mixed, "docs.newrelic.com: API keys", ""},
	{"newrelic-license", High, []string{"FFFFNRAL", "NRAL"}, "", plausible, "docs.newrelic.com: license keys", anyHex + "{32,36}"},
	{"sentry-token", High, []string{"sntrys_", "sntryu_", "sntrya_", "sntryi_"}, "[A-Za-z0-9+/=_-]{40,}", plausible, "docs.sentry.io: auth tokens", ""},
	{"grafana-token", High, []string{"glsa_"}, word + "{32}_" + anyHex + "{8}", plausible, "grafana.com/docs: service accounts", ""},
	{"grafana-token", High, []string{"glc_"}, "[A-Za-z0-9+/=]{32,}", drawn, "grafana.com/docs: Cloud access policies", ""},
	{"datadog-key", High, []string{"ddapp_", "ddpat_"}, word + "{34,40}", drawn, "docs.datadoghq.com: API and application keys", ""},
	{"honeycomb-key", High, []string{"hcaik_", "hcxik_", "hcalk_", "hcbik_", "hcamk_"}, "[a-z0-9]{32,}", drawn, "docs.honeycomb.io: API keys", ""},
	{"dynatrace-token", High, []string{"dt0c01.", "dt0s01.", "dt0s02.", "dt0s16."}, "[A-Z0-9]{8,24}.[A-Z0-9]{64}", plausible, "docs.dynatrace.com: access tokens", ""},
	{"vault-token", High, []string{"hvs.", "hvb.", "hvr."}, dashed + "{24,}", drawn, "developer.hashicorp.com: Vault tokens", ""},
	{"vault-token", High, []string{"s."}, word + "{24}", drawn, "developer.hashicorp.com: Vault legacy tokens", ""},
	{"terraform-token", High, []string{".atlasv1."}, dashed + "{60,70}", plausible, "developer.hashicorp.com: HCP Terraform API tokens", word + "{14}"},
	{"pulumi-token", High, []string{"pul-"}, lowHex + "{40}", plausible, "pulumi.com/docs: access tokens", ""},
	{"infracost-key", High, []string{"ico-"}, word + "{32}", drawn, "infracost.io/docs: API keys", ""},
	{"prefect-key", High, []string{"pnu_", "pnb_"}, word + "{36}", drawn, "docs.prefect.io: API keys", ""},
	{"octopus-key", High, []string{"API-"}, "[A-Z0-9]{26,36}", mixed, "octopus.com/docs: API keys", ""},
	{"launchdarkly-key", High, []string{"sdk-", "api-", "mob-"}, uuidForm, plausible, "docs.launchdarkly.com: keys", ""},
	{"statsig-key", High, []string{"secret-", "console-"}, word + "{40,50}", drawn, "docs.statsig.com: server secrets", ""},
	{"posthog-key", High, []string{"phx_", "phs_"}, word + "{40,}", drawn, "posthog.com/docs: personal API keys", ""},
	{"pagerduty-key", Medium, []string{"pdus+", "pdeu+"}, "[A-Za-z0-9_+-]{20,}", drawn, "developer.pagerduty.com: API keys", ""},
	{"doppler-token", High, []string{"dp.pt.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."}, word + "{40,44}", plausible, "docs.doppler.com: token formats", ""},
	{"doppler-token", High, []string{"dp.st."}, "[A-Za-z0-9_.-]{40,}", drawn, "docs.doppler.com: service tokens", ""},
	{"infisical-token", High, []string{"st."}, lowHex + "{24}." + lowHex + "{32}." + lowHex + "{32}", plausible, "infisical.com/docs: service tokens", ""},
	{"onepassword-token", High, []string{"ops_eyJ"}, "[A-Za-z0-9+/=_-]{50,}", plausible, "developer.1password.com: service accounts", ""},
	{"onepassword-key", High, []string{"A3-"}, "[A-Z0-9]{6}-[A-Z0-9]{6,11}-[A-Z0-9-]{11,40}", mixed, "support.1password.com: Secret Key", ""},
	{"age-key", High, []string{"AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"}, "[A-Z0-9]{50,}", plausible, "age-encryption.org: format", ""},
	{"tailscale-key", High, []string{"tskey-auth-", "tskey-api-", "tskey-client-", "tskey-webhook-", "tskey-scim-"}, "[A-Za-z0-9-]{20,}", drawn, "tailscale.com/kb: key prefixes", ""},
	{"ngrok-token", Medium, []string{"cr_", "ak_"}, word + "{26,27}", drawn, "ngrok.com/docs: credentials", ""},
	{"nebula-key", High, []string{"dnkey-"}, "[A-Za-z0-9_=-]{26}-[A-Za-z0-9_=-]{52}", plausible, "docs.defined.net: API keys", ""},
	{"authress-key", High, []string{"sc_", "ext_", "scauth_", "authress_"}, "[A-Za-z0-9]{5,30}.[A-Za-z0-9]{4,6}.acc[_-][A-Za-z0-9-]{10,32}.[A-Za-z0-9+/_=-]{30,}", plausible, "authress.io: service clients", ""},
	{"okta-token", High, []string{"SSWS 00"}, dashed + "{38,42}", drawn, "developer.okta.com: API tokens", ""},
	{"workos-key", Medium, []string{"sk_a2V5"}, "[A-Za-z0-9+/=_-]{20,}", drawn, "workos.com/docs: API keys", ""},
	{"maxmind-key", High, []string{"_mmk"}, "", plausible, "dev.maxmind.com: license keys", word + "{6}[_]" + word + "{29}"},
	{"settlemint-token", High, []string{"sm_aat_", "sm_pat_", "sm_sat_"}, word + "{16,}", plausible, "gitleaks: settlemint-*", ""},
	{"intra42-secret", Medium, []string{"s-s4t2ud-", "s-s4t2af-"}, lowHex + "{64}", plausible, "gitleaks: intra42-client-secret", ""},
	{"thunderstore-token", Medium, []string{"tss_"}, word + "{32,}", drawn, "GitHub secret scanning: Thunderstore", ""},
	{"lichess-token", Medium, []string{"lip_", "lio_"}, word + "{20}", drawn, "lichess.org/api: personal tokens", ""},
	{"runpod-key", High, []string{"rpa_"}, word + "{38,}", drawn, "docs.runpod.io: API keys", ""},
	{"modal-token", High, []string{"as-", "ak-"}, word + "{22}", drawn, "modal.com/docs: tokens", ""},
	{"browserbase-key", Medium, []string{"bb_live_", "bb_test_"}, dashed + "{20,}", drawn, "docs.browserbase.com: API keys", ""},
	{"beamer-key", Medium, []string{"b_"}, "[A-Za-z0-9_=-]{44}", drawn, "gitleaks: beamer-api-token", ""},
	{"private-key", High, []string{
		"b3BlbnNzaC1rZXktdjEA", "MIIEvQIBADANBgkqhkiG9w0", "MIIEvgIBADANBgkqhkiG9w0", "MIIEvAIBADANBgkqhkiG9w0", "MIIEwAIBADANBgkqhkiG9w0",
		"MIIJQgIBADANBgkqhkiG9w0", "MIIJQQIBADANBgkqhkiG9w0", "MIIJRAIBADANBgkqhkiG9w0", "MIIJQwIBADANBgkqhkiG9w0",
		"MIIEpAIBAAKCAQEA", "MIIEowIBAAKCAQEA", "MIIEpQIBAAKCAQEA", "MIIEogIBAAKCAQEA", "MIIJKAIBAAKCAgEA", "MIIJKQIBAAKCAgEA", "MIIJKgIBAAKCAgEA",
		"MIGHAgEAMBMGByqGSM49", "MIGTAgEAMBMGByqGSM49", "MIG2AgEAMBAGByqGSM49", "MC4CAQAwBQYDK2VwBCIEI", "MHcCAQEEI",
	}, "[A-Za-z0-9+/=]{30,}", plausible, "RFC 8017, RFC 5208, RFC 5915: DER headers of private keys in base64", ""},
}
