package codex

import (
	"slices"
	"time"

	"steno/parser/raw"
	"steno/parser/rebuild"
)

// syntax says how records are distinguished.
var syntax = &rebuild.Syntax{Agent: "codex", Table: table, Name: nameOf, ID: idOfRecord, Time: timeOf, Same: sameRecord, Clean: clean}

// Members that records of many types have.
const (
	item = "type id metadata internal_chat_message_metadata_passthrough "
	call = item + "call_id status "
	ends = "type call_id turn_id "
)

// table lists all records that are known, of all versions.
var table = rebuild.Table{
	{Name: "session_meta", Treatment: rebuild.Metadata,
		Members: "id session_id timestamp cwd originator cli_version source thread_source agent_path agent_nickname agent_role model_provider base_instructions instructions dynamic_tools git memory_mode history_mode context_window multi_agent_version forked_from_id parent_thread_id " +
			"creator_user_id creator_account_id runtime_workspace_roots subagent_history_start_ordinal history_base",
		What: "the head of a rollout: id, directory, version, git branch, parent",
		Why:  "repeated at the head of the page"},
	{Name: "turn_context", Treatment: rebuild.Metadata, Members: "*",
		What: "model, effort and permissions of the turn", Why: "settings of the turn"},
	{Name: "compacted", Treatment: rebuild.Shown,
		Members: "message replacement_history window_id window_number previous_window_id first_window_id " +
			"guardian_history retained_context compaction_response_id latest_token_usage_record",
		What: "the context was replaced by a summary"},
	{Name: "token_usage_record", Treatment: rebuild.Merged,
		Members: "session_id thread_id turn_id root_turn_id response_id usage turn_token_usage thread_token_usage",
		What:    "tokens of a request"},
	{Name: "retained_context", Treatment: rebuild.Structural, Members: "*",
		What: "an answer of the user that compactions keep", Why: "the call that asked says the same"},
	{Name: "world_state", Treatment: rebuild.Metadata, Members: "*",
		What: "what the client knows of its surroundings", Why: "state of the client"},
	{Name: "state", Treatment: rebuild.Structural, Members: "*", What: "a mark between records of old rollouts", Why: "says nothing"},
	{Name: "inter_agent_communication", Treatment: rebuild.Folded, Members: "*", What: "a message between agents"},
	{Name: "inter_agent_communication_metadata", Treatment: rebuild.Structural, Members: "*",
		What: "whether a message of an agent began a turn", Why: "says nothing of the conversation"},

	{Name: "response_item/message", Treatment: rebuild.Shown,
		Members: item + "role content phase end_turn created_at message model author",
		What:    "a prompt, a reply, or instructions of the client"},
	{Name: "response_item/agent_message", Treatment: rebuild.Folded, Members: item + "author recipient content",
		What: "a message between agents"},
	{Name: "response_item/reasoning", Treatment: rebuild.Shown,
		Members: item + "summary content encrypted_content",
		What:    "the model's reasoning: its summary, or encrypted"},
	{Name: "response_item/function_call", Treatment: rebuild.Shown,
		Members: call + "name namespace arguments function created_at", What: "a call of a tool"},
	{Name: "response_item/function_call_output", Treatment: rebuild.Merged, Members: call + "output", What: "its result"},
	{Name: "response_item/function_result", Treatment: rebuild.Merged, Members: item + "name result created_at",
		What: "its result, in old rollouts"},
	{Name: "response_item/tool_call", Treatment: rebuild.Shown, Members: call + "function arguments name",
		What: "a call of a tool, in some versions"},
	{Name: "response_item/tool_result", Treatment: rebuild.Merged, Members: call + "name result", What: "its result"},
	{Name: "response_item/custom_tool_call", Treatment: rebuild.Shown, Members: call + "name input namespace",
		What: "a call of a tool that takes text, such as a patch"},
	{Name: "response_item/custom_tool_call_output", Treatment: rebuild.Merged, Members: call + "output name", What: "its result"},
	{Name: "response_item/local_shell_call", Treatment: rebuild.Shown, Members: call + "action", What: "a command"},
	{Name: "response_item/local_shell_call_output", Treatment: rebuild.Merged, Members: call + "output", What: "its result"},
	{Name: "response_item/web_search_call", Treatment: rebuild.Shown, Members: call + "action",
		What: "a search of the web, run by the API"},
	{Name: "response_item/tool_search_call", Treatment: rebuild.Shown, Members: call + "execution arguments", What: "a search for tools"},
	{Name: "response_item/tool_search_output", Treatment: rebuild.Merged, Members: call + "execution tools", What: "its result"},
	{Name: "response_item/image_generation_call", Treatment: rebuild.Shown,
		Members: call + "revised_prompt result", What: "a picture that the model made"},
	{Name: "response_item/ghost_snapshot", Treatment: rebuild.Structural, Members: item + "ghost_commit",
		What: "a commit that the client made for undoing", Why: "no part of the conversation"},
	{Name: "response_item/compaction", Treatment: rebuild.Structural, Members: item + "encrypted_content",
		What: "an encrypted summary", Why: "encrypted"},
	{Name: "response_item/compaction_summary", Treatment: rebuild.Structural,
		Members: item + "encrypted_content", What: "an encrypted summary", Why: "encrypted"},
	{Name: "response_item/context_compaction", Treatment: rebuild.Structural,
		Members: item + "encrypted_content", What: "an encrypted summary", Why: "encrypted"},
	{Name: "response_item/configuration_update", Treatment: rebuild.Metadata, Members: item + "reasoning",
		What: "another effort of reasoning from here on", Why: "settings of the turn"},
	{Name: "response_item/compaction_trigger", Treatment: rebuild.Structural, Members: item,
		What: "asks for a summary", Why: "says nothing"},

	{Name: "event_msg/user_message", Treatment: rebuild.Shown,
		Members: "type message kind images local_images audio local_audio text_elements client_id",
		What:    "a prompt as it was typed; merged where an item has it, too"},
	{Name: "event_msg/agent_message", Treatment: rebuild.Shown, Members: "type message phase memory_citation",
		What: "a reply; merged where an item has it, too"},
	{Name: "event_msg/agent_reasoning", Treatment: rebuild.Shown, Members: "type text",
		What: "reasoning; merged where an item has it, too"},
	{Name: "event_msg/agent_reasoning_raw_content", Treatment: rebuild.Shown, Members: "type text",
		What: "reasoning; merged where an item has it, too"},
	{Name: "event_msg/agent_reasoning_section_break", Treatment: rebuild.Structural, Members: "*",
		What: "a break in the reasoning", Why: "says nothing"},
	{Name: "event_msg/token_count", Treatment: rebuild.Merged, Members: "type info rate_limits",
		What: "tokens so far, and of the last request"},
	{Name: "event_msg/exec_command_begin", Treatment: rebuild.Structural, Members: "*",
		What: "a command begins", Why: "repeated when it ends"},
	{Name: "event_msg/exec_command_output_delta", Treatment: rebuild.Structural, Members: "*",
		What: "a piece of output", Why: "repeated when the command ends"},
	{Name: "event_msg/exec_command_end", Treatment: rebuild.Merged,
		Members: ends + "process_id command cwd parsed_cmd source interaction_input stdout stderr aggregated_output exit_code duration formatted_output status started_at_ms completed_at_ms",
		What:    "how a command ended"},
	{Name: "event_msg/patch_apply_begin", Treatment: rebuild.Structural, Members: "*", What: "a patch begins",
		Why: "repeated when it ends"},
	{Name: "event_msg/patch_apply_end", Treatment: rebuild.Merged,
		Members: ends + "stdout stderr success changes status", What: "what a patch changed"},
	{Name: "event_msg/mcp_tool_call_begin", Treatment: rebuild.Structural, Members: "*",
		What: "a call of an MCP server begins", Why: "repeated when it ends"},
	{Name: "event_msg/mcp_tool_call_end", Treatment: rebuild.Merged, Members: "*", What: "how a call of an MCP server ended"},
	{Name: "event_msg/web_search_begin", Treatment: rebuild.Structural, Members: "*", What: "a search begins",
		Why: "repeated when it ends"},
	{Name: "event_msg/web_search_end", Treatment: rebuild.Merged, Members: ends + "query action results", What: "what a search found"},
	{Name: "event_msg/image_generation_begin", Treatment: rebuild.Structural, Members: "*",
		What: "a picture is being made", Why: "repeated when it is done"},
	{Name: "event_msg/image_generation_end", Treatment: rebuild.Merged,
		Members: ends + "status revised_prompt result saved_path", What: "the picture"},
	{Name: "event_msg/view_image_tool_call", Treatment: rebuild.Merged, Members: ends + "path", What: "a picture that the agent looked at"},
	{Name: "event_msg/dynamic_tool_call_request", Treatment: rebuild.Merged, Members: "*", What: "a call of a tool of the client's host"},
	{Name: "event_msg/dynamic_tool_call_response", Treatment: rebuild.Merged, Members: "*", What: "its result"},
	{Name: "event_msg/collab_*", Treatment: rebuild.Merged, Members: "*", What: "what happened between agents"},
	{Name: "event_msg/sub_agent_activity", Treatment: rebuild.Folded, Members: "*", What: "a subagent began or ended something"},
	{Name: "event_msg/guardian_assessment", Treatment: rebuild.Merged, Members: "*", What: "how risky a call is"},
	{Name: "event_msg/task_started", Treatment: rebuild.Structural, Members: "*", What: "a turn begins",
		Why: "says nothing of the conversation"},
	{Name: "event_msg/turn_started", Treatment: rebuild.Structural, Members: "*", What: "a turn begins",
		Why: "says nothing of the conversation"},
	{Name: "event_msg/task_complete", Treatment: rebuild.Merged,
		Members: "type turn_id last_agent_message error started_at completed_at duration_ms time_to_first_token_ms",
		What:    "a turn ended"},
	{Name: "event_msg/turn_complete", Treatment: rebuild.Merged,
		Members: "type turn_id last_agent_message error started_at completed_at duration_ms time_to_first_token_ms",
		What:    "a turn ended"},
	{Name: "event_msg/turn_aborted", Treatment: rebuild.Shown,
		Members: "type turn_id reason started_at completed_at duration_ms",
		What:    "the user interrupted a turn"},
	{Name: "event_msg/thread_rolled_back", Treatment: rebuild.Shown, Members: "type num_turns",
		What: "turns were taken back: what follows is another branch"},
	{Name: "event_msg/context_compacted", Treatment: rebuild.Merged, Members: "type", What: "the context was replaced by a summary"},
	{Name: "event_msg/undo_completed", Treatment: rebuild.Folded, Members: "*", What: "changes were undone"},
	{Name: "event_msg/entered_review_mode", Treatment: rebuild.Shown, Members: "*", What: "a review begins"},
	{Name: "event_msg/exited_review_mode", Treatment: rebuild.Shown, Members: "*", What: "what the review found"},
	{Name: "event_msg/item_started", Treatment: rebuild.Structural, Members: "*", What: "an item begins", Why: "repeated when it ends"},
	{Name: "event_msg/item_completed", Treatment: rebuild.Merged, Members: "*", What: "an item as the client shows it, such as a plan"},
	{Name: "event_msg/plan_update", Treatment: rebuild.Structural, Members: "*", What: "the list of tasks", Why: "the call says the same"},
	{Name: "event_msg/turn_diff", Treatment: rebuild.Structural, Members: "*", What: "all changes of a turn",
		Why: "the patches say the same"},
	{Name: "event_msg/error", Treatment: rebuild.Shown, Members: "type message codex_error_info",
		What: "an error of the API or the client"},
	{Name: "event_msg/stream_error", Treatment: rebuild.Folded, Members: "*", What: "a request is repeated"},
	{Name: "event_msg/warning", Treatment: rebuild.Folded, Members: "*", What: "a warning of the client"},
	{Name: "event_msg/guardian_warning", Treatment: rebuild.Folded, Members: "*", What: "a warning of the client"},
	{Name: "event_msg/deprecation_notice", Treatment: rebuild.Folded, Members: "*", What: "a notice of the client"},
	{Name: "event_msg/background_event", Treatment: rebuild.Folded, Members: "*", What: "a notice of the client"},
	{Name: "event_msg/hook_started", Treatment: rebuild.Structural, Members: "*", What: "a hook begins", Why: "repeated when it ends"},
	{Name: "event_msg/hook_completed", Treatment: rebuild.Folded, Members: "*", What: "what a hook said"},
	{Name: "event_msg/model_verification", Treatment: rebuild.Structural, Members: "*", What: "what a model may be used for",
		Why: "says nothing of the conversation"},
	{Name: "event_msg/model_reroute", Treatment: rebuild.Folded, Members: "*", What: "another model answered"},
	{Name: "event_msg/thread_name_updated", Treatment: rebuild.Metadata, Members: "type thread_id thread_name",
		What: "the title", Why: "repeated at the head of the page"},
	{Name: "event_msg/thread_goal_updated", Treatment: rebuild.Folded, Members: "*", What: "the goal of the thread"},
	{Name: "event_msg/thread_settings_applied", Treatment: rebuild.Metadata, Members: "*", What: "settings of the thread", Why: "settings"},
	{Name: "event_msg/session_configured", Treatment: rebuild.Metadata, Members: "*", What: "settings of the session", Why: "settings"},
	{Name: "thread.started", Treatment: rebuild.Metadata, Members: "*", What: "the id of a thread (printed)",
		Why: "repeated at the head of the page"},
	{Name: "turn.started", Treatment: rebuild.Structural, Members: "*", What: "a turn begins (printed)", Why: "says nothing"},
	{Name: "turn.completed", Treatment: rebuild.Merged, Members: "*", What: "a turn ended, with the tokens so far (printed)"},
	{Name: "turn.failed", Treatment: rebuild.Shown, Members: "*", What: "why a turn failed (printed)"},
	{Name: "printed error", Treatment: rebuild.Shown, Members: "*", What: "an error that ended the run (printed)"},
	{Name: "item.started", Treatment: rebuild.Structural, Members: "*",
		What: "an item begins (printed); shown where it does not end", Why: "repeated when it ends"},
	{Name: "item.updated", Treatment: rebuild.Structural, Members: "*",
		What: "an item changed (printed); shown of lists of tasks", Why: "repeated when it ends"},
	{Name: "item.completed/agent_message", Treatment: rebuild.Shown, Members: "*", What: "a reply (printed)"},
	{Name: "item.completed/reasoning", Treatment: rebuild.Shown, Members: "*", What: "reasoning (printed)"},
	{Name: "item.completed/command_execution", Treatment: rebuild.Shown, Members: "*", What: "a command with its output (printed)"},
	{Name: "item.completed/file_change", Treatment: rebuild.Shown, Members: "*", What: "the names of files that a patch changed (printed)"},
	{Name: "item.completed/mcp_tool_call", Treatment: rebuild.Shown, Members: "*", What: "a call of an MCP server (printed)"},
	{Name: "item.completed/collab_tool_call", Treatment: rebuild.Shown, Members: "*", What: "a call to subagents (printed)"},
	{Name: "item.completed/web_search", Treatment: rebuild.Shown, Members: "*", What: "a search of the web (printed)"},
	{Name: "item.completed/todo_list", Treatment: rebuild.Shown, Members: "*", What: "the list of tasks (printed)"},
	{Name: "item.completed/error", Treatment: rebuild.Shown, Members: "*", What: "an error or a warning of the client (printed)"},
	{Name: "event_msg/shutdown_complete", Treatment: rebuild.Structural, Members: "*", What: "the client ended", Why: "says nothing"},
}

// nameOf returns the row of a record.
func nameOf(o raw.Object) string {
	kind := o.String("type")
	if o.Raw("payload") != nil {
		if kind == "response_item" || kind == "event_msg" {
			return kind + "/" + o.Object("payload").String("type")
		}
		return kind
	}
	switch name := printedName(o); {
	case name != "":
		return name
	case kind != "":
		return "response_item/" + kind
	case o.String("record_type") != "":
		return o.String("record_type")
	case o.Raw("role") != nil:
		return "response_item/message"
	case o.String("id") != "" && o.Raw("timestamp") != nil:
		return "session_meta"
	}
	return "record without a type"
}

// sameRecord returns what copies of a record have in common: a redaction may have changed its texts.
func sameRecord(o raw.Object) string {
	at := o.String("timestamp")
	if at == "" {
		return ""
	}
	return at + " " + payload(o).String("call_id")
}

// payload returns what a record says, with an envelope or without.
func payload(o raw.Object) raw.Object {
	if p := o.Raw("payload"); p != nil {
		return raw.ParseObject(p)
	}
	return o
}

func idOfRecord(o raw.Object) string {
	if o.String("type") != "response_item" && o.Raw("payload") != nil {
		return ""
	}
	if nameOf(o) == "session_meta" {
		return ""
	}
	return payload(o).String("id")
}

func timeOf(o raw.Object) time.Time {
	if at := raw.Time(o.Raw("timestamp")); !at.IsZero() {
		return at
	}
	return raw.Time(o.Raw("created_at"))
}

// private are members that are never published: the instructions of the client, encrypted texts, and the ids
// of the user's account.
var private = []string{"base_instructions", "encrypted_content", "creator_user_id", "creator_account_id"}

// clean removes what is private.
func clean(o raw.Object) raw.Object {
	p := o.Object("payload")
	if p == nil || !slices.ContainsFunc(private, func(name string) bool { return p.Raw(name) != nil }) {
		return o
	}
	out := make(raw.Object, 0, len(o))
	for _, m := range o {
		if m.Name == "payload" {
			m.Value = raw.Without(m.Value, private...)
		}
		out = append(out, m)
	}
	return out
}
