/*
 * Providers that give mailboxes to everyone. Nobody who has such an email owns the domain.
 */

/** Names that belong to one provider below every public suffix: `yahoo.com`, `yahoo.co.uk`. */
const names = ['gmx', 'hotmail', 'outlook', 'yahoo', 'yandex'];

/** Registrable domains. */
const domains = `
  163.com 126.com 139.com 189.cn 21cn.com aim.com alice.it aliyun.com aol.com aol.de aol.co.uk aon.at arcor.de att.net
  bell.net bellsouth.net bigpond.com bigpond.net.au blueyonder.co.uk bluewin.ch bol.com.br bt.com btinternet.com
  charter.net chello.at centurylink.net comcast.net cox.net daum.net duck.com earthlink.net email.com email.cz email.de
  eircom.net fastmail.com fastmail.fm foxmail.com free.fr freenet.de frontier.com gmail.com googlemail.com hanmail.net
  hey.com hispeed.ch home.nl hushmail.com icloud.com ig.com.br inbox.com inbox.lv inbox.ru interia.pl internode.on.net
  juno.com kakao.com kpnmail.nl laposte.net libero.it list.ru live.at live.be live.ca live.ch live.cl live.cn live.co.uk
  live.co.za live.com live.com.ar live.com.au live.com.mx live.com.pt live.com.sg live.de live.dk live.fi live.fr
  live.ie live.in live.it live.jp live.nl live.no live.ru live.se mac.com mail.com mail.de mail.ru mailbox.org me.com
  mindspring.com msn.com mweb.co.za naver.com neuf.fr o2.pl online.de online.no onet.pl optonline.net optusnet.com.au
  orange.fr planet.nl pm.me posteo.de posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com
  rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com skynet.be sky.com
  sohu.com startmail.com swisscom.com sympatico.ca t-online.de talktalk.net telenet.be telia.com telus.net terra.com.br
  tin.it tiscali.it tutamail.com tutanota.com tutanota.de tuta.com tuta.io ukr.net uol.com.br verizon.net
  vodafone.de virgilio.it virgin.net virginmedia.com vp.pl wanadoo.fr web.de windowslive.com windstream.net wp.pl
  xtra.co.nz ya.ru yeah.net yahoomail.com ymail.com ziggo.nl zoho.com zoho.eu zoho.in zohomail.com zohomail.eu
`;

const known = new Set(domains.trim().split(/\s+/u));
const knownNames = new Set(names);

/** Whether everyone can get an email of this registrable domain. */
export function isMailProvider({ domain, name }: { domain: string; name: string }): boolean {
  return known.has(domain) || knownNames.has(name);
}
