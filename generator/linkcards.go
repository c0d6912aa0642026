package generator

import "steno/generator/config"

// cardFile is the picture that previews of links show: of the site in its root, of a
// session in its directory. Previews take pictures by their whole address alone, so there
// are none where that is not known.
const cardFile = "card.png"

// cards tells whether link cards are made of this kind.
func (b *build) cards(kind string) bool {
	return b.Config.BaseURL != "" && b.Config.Publish.Cards == kind
}

func (b *build) writeSiteCard() error {
	data, err := b.theme.SiteCard(b.site)
	if err != nil {
		return err
	}
	return b.out.Write(cardFile, data)
}

func (s *sessionSite) writeCard() error {
	if !s.cards(config.CardsSessions) {
		return nil
	}
	data, err := s.theme.SessionCard(s.site, s.row(""))
	if err != nil {
		return err
	}
	return s.out.Write(s.dir+"/"+cardFile, data)
}
