/** The domains of most personal mail: a name close to one of them may be a misspelling. */
export const WELL_KNOWN_DOMAINS: readonly string[] = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'hotmail.com',
  'outlook.com',
  'icloud.com',
  'live.com',
  'msn.com',
  'aol.com',
  'protonmail.com',
  'comcast.net',
  'verizon.net',
  'sbcglobal.net',
  'gmx.de',
  'gmx.net',
  'web.de',
  't-online.de',
  'freenet.de',
  'orange.fr',
  'wanadoo.fr',
  'laposte.net',
  'libero.it',
  'yandex.ru',
  'hotmail.co.uk',
  'yahoo.co.uk',
  'btinternet.com',
  'hotmail.fr',
  'yahoo.fr',
  'fastmail.com',
]

/**
 * Registered misspellings without users, and the domains that they stand for. A domain at which a person may have a
 * mailbox does not belong here.
 */
export const MISSPELLINGS: Readonly<Record<string, string>> = {
  'gmial.com': 'gmail.com',
  'gmal.com': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'gmaill.com': 'gmail.com',
  'gmaul.com': 'gmail.com',
  'gmali.com': 'gmail.com',
  'ggmail.com': 'gmail.com',
  'hotmial.com': 'hotmail.com',
  'hotmal.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'hotmil.com': 'hotmail.com',
  'homail.com': 'hotmail.com',
  'hotamil.com': 'hotmail.com',
  'hotnail.com': 'hotmail.com',
  'hotmaill.com': 'hotmail.com',
  'yaho.com': 'yahoo.com',
  'yahooo.com': 'yahoo.com',
  'yhoo.com': 'yahoo.com',
  'yhaoo.com': 'yahoo.com',
  'yaoo.com': 'yahoo.com',
  'outlok.com': 'outlook.com',
  'outloo.com': 'outlook.com',
  'oulook.com': 'outlook.com',
  'outllook.com': 'outlook.com',
  'otulook.com': 'outlook.com',
  'iclod.com': 'icloud.com',
  'icoud.com': 'icloud.com',
  'icluod.com': 'icloud.com',
}

/**
 * Domains with mailboxes that differ by one letter from a well-known domain. The list is needed where a resolver does
 * not know the Internet, because these domains then seem to accept no mail.
 */
export const REAL_NEIGHBOURS: readonly string[] = [
  'mail.com',
  'eastmail.com',
  'lastmail.com',
  'vastmail.com',
  'gotmail.com',
  'hotmails.com',
  'hotmail.gr',
  'yahoo.gr',
  'yahoo.fi',
  'yahoo.co',
  'cloud.com',
  'liberto.it',
  'libero.at',
  'orange.pr',
  'arange.fr',
]

/** Domains of services that hide an address and forward mail to it. */
export const ALIAS_DOMAINS: readonly string[] = [
  'privaterelay.appleid.com',
  'mozmail.com',
  'relay.firefox.com',
  'duck.com',
  'simplelogin.com',
  'simplelogin.co',
  'simplelogin.fr',
  'slmail.me',
  'slmails.com',
  'aleeas.com',
  'silomails.com',
  '8alias.com',
  '8shield.net',
  'dralias.com',
  'anonaddy.com',
  'anonaddy.me',
  'addy.io',
  'passmail.net',
  'passmail.com',
  'passinbox.com',
  'passfwd.com',
  '33mail.com',
  'spamgourmet.com',
  'erine.email',
  'forwardemail.net',
  'opayq.com',
  'cloaked.id',
]

/**
 * Other entries in lists of providers of personal mail: names for examples and tests, some reserved by RFC 2606, and
 * misspelt ends of providers.
 */
export const DOMAINS_WITHOUT_USERS: readonly string[] = [
  'example.com',
  'example.net',
  'example.org',
  'example.edu',
  'ukexample.com',
  'test.com',
  'test.de',
  'mydomain.com',
  'yourdomain.com',
  'officedomain.com',
  'ourpreviewdomain.com',
  'gmail.co',
  'gmail.om',
  'yahoo.om',
  'hotmail.cm',
]

/** Ends of domain names that do not exist, and the ends that they stand for. */
export const MISSPELT_ENDS: Readonly<Record<string, string>> = {
  con: 'com',
  cmo: 'com',
  ocm: 'com',
  vom: 'com',
  xom: 'com',
  comm: 'com',
  coom: 'com',
  ccom: 'com',
  nte: 'net',
  ner: 'net',
  nett: 'net',
  ogr: 'org',
  orgg: 'org',
  og: 'org',
}
