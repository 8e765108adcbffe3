/**
 * What a reader of a message of the corpus sees. Mailboxes are `name <address>`, files `name type disposition bytes`.
 */
export interface Shown {
  from: string | null
  to: string[]
  cc: string[]
  replyTo: string | null
  subject: string
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  date: string | null
  text: string | null
  html: string | null
  files: string[]
  isAutomatic: boolean
  faults: string[]
}

// Most messages of the corpus have the same header, and differ in their bodies.
const usual: Shown = {
  from: 'Ann Lee <ann@example.org>',
  to: ['support@example.com'],
  cc: [],
  replyTo: null,
  subject: 'Order 1042',
  messageId: 'm-1@example.org',
  inReplyTo: null,
  references: [],
  date: '2026-03-03T09:15:00.000Z',
  text: null,
  html: null,
  files: [],
  isAutomatic: false,
  faults: [],
}
const bare: Shown = { ...usual, from: null, to: [], subject: '', messageId: null, date: null }

/** Every file of `messages/`, and how it must be read. */
export const MESSAGES: Record<string, Shown> = {
  'addresses-broken': { ...bare, to: ['x@example.com'], cc: ['ok@example.com'], text: 'x\n' },
  'addresses-duplicate-headers': {
    ...bare,
    from: 'first@example.org',
    to: ['one@example.com', 'two@example.com'],
    subject: 'first',
    text: 'x\n',
    faults: ['The message names several senders; the first one was taken.'],
  },
  'addresses-groups': {
    ...bare,
    from: 'ann@example.org',
    to: ['a@example.com', 'Bea <b@example.com>', 'c@example.com'],
    replyTo: 'Desk, front <desk@example.org>',
    text: 'x\n',
  },
  'addresses-two-from': {
    ...bare,
    from: 'Ann <ann@example.org>',
    to: ['support@example.com'],
    text: 'x\n',
    faults: ['The message names several senders; the first one was taken.'],
  },
  'alternative-amp-and-calendar': {
    ...usual,
    text: 'Plain words',
    html: '<p>Rich words</p>',
    files: ['file-1.ics text/calendar attachment 30'],
  },
  alternative: { ...usual, text: 'Plain words', html: '<p>Rich words</p>' },
  'attached-message': { ...usual, text: 'See attached', files: ['message-1.eml message/rfc822 attachment 237'] },
  'automatic-list': { ...usual, text: 'News\n', isAutomatic: true },
  'automatic-null-path': { ...usual, text: 'Bounced\n', isAutomatic: true },
  'automatic-vacation': { ...usual, text: 'I am away.\n', isAutomatic: true },
  'base64-padded-lines': { ...usual, text: 'One, two, three.' },
  'base64-truncated': { ...usual, text: 'The end is missing he' },
  'base64-utf8': { ...usual, text: 'Grüße aus Wien!' },
  'base64-with-noise': { ...usual, text: 'Hello world' },
  'boundary-inner-unclosed': {
    ...usual,
    text: 'shown text',
    files: ['a.pdf application/pdf attachment 5'],
    faults: ['The message ends before its last boundary.'],
  },
  'boundary-missing': {
    ...usual,
    text: '--what\n\nStill readable\n',
    faults: ['A multipart has no boundary; it was read as text.'],
  },
  'boundary-never-used': {
    ...usual,
    text: 'Only a preamble\n',
    faults: ['A multipart contains no parts; it was read as text.'],
  },
  'boundary-prefix': { ...usual, text: 'plain --b inside\n--bbb' },
  'boundary-unclosed': {
    ...usual,
    text: 'See attached',
    files: ['bill.pdf application/pdf attachment 5'],
    faults: ['The message ends before its last boundary.'],
  },
  'boundary-with-semicolon': { ...usual, text: 'Found' },
  'carriage-returns-alone': { ...usual, text: 'Old lines\nsecond' },
  'charset-cp932': { ...usual, text: '注文\n' },
  'charset-gb18030': { ...usual, text: '你好\n' },
  'charset-iso-2022-jp': { ...usual, text: 'こんにちは\n' },
  'charset-koi8-r': { ...usual, text: 'Привет, мир\n' },
  'charset-lies-ascii': { ...usual, text: 'Grüße\n' },
  'charset-lies-utf8': {
    ...usual,
    text: 'café crème\n',
    faults: ['The text is not in the character set that it names; some characters may be wrong.'],
  },
  'charset-none-latin1': { ...usual, text: 'Grüße\n' },
  'charset-unknown': {
    ...usual,
    text: 'café\n',
    faults: ['The character set of the text is unknown; some characters may be wrong.'],
  },
  'charset-utf-16': { ...usual, text: 'Zwei € bitte' },
  'charset-windows-1252': { ...usual, text: 'Price: € 20 – “fair”\n' },
  'date-invalid': { ...bare, from: 'ann@example.org', messageId: 'no-brackets@example.org', text: 'x\n' },
  digest: {
    ...usual,
    files: ['message-1.eml message/rfc822 attachment 21', 'message-2.eml message/rfc822 attachment 22'],
  },
  empty: { ...bare, text: '', faults: ['The message has no header.'] },
  'encoding-unknown': { ...usual, text: 'kept as it is\n' },
  'file-names-encoded-word': {
    ...usual,
    text: 'See attached',
    files: ['Résumé 2026.pdf application/pdf attachment 5'],
  },
  'file-names-hostile': {
    ...usual,
    text: 'See attached',
    files: [
      'pass"wd application/pdf attachment 5',
      'run.exe application/pdf attachment 5',
      'file-3.pdf application/pdf attachment 5',
      'codfdp.exe.txt application/pdf attachment 5',
    ],
  },
  'file-names-raw-utf8': { ...usual, text: 'See attached', files: ['Übersicht 2026.pdf application/pdf attachment 5'] },
  'file-names-rfc2231': {
    ...usual,
    text: 'See attached',
    files: ['Rechnung für März (final).pdf application/pdf attachment 5'],
  },
  'format-flowed-delsp': { ...usual, text: '東京タワー\n' },
  'format-flowed': {
    ...usual,
    text: 'This paragraph is one line.\n\n> and so is this quote.\n> -- \n>> deeper\nFrom here.\n',
  },
  'header-garbage-lines': { ...usual, text: 'Body\n' },
  'header-injection': {
    ...bare,
    from: 'a@example.org',
    subject: 'one Bcc: victim@example.net',
    messageId: 'abc@example.org',
    text: 'x\n',
  },
  'header-only': { ...usual, text: '' },
  'headers-encoded-words': {
    ...bare,
    from: 'Jürgen Müller <juergen@example.org>',
    to: ['山田 <yamada@example.com>'],
    subject: 'Grüße 🎉 and more',
    text: 'x\n',
  },
  'headers-raw-latin1': { ...bare, from: 'Jürgen <juergen@example.org>', subject: 'Größe', text: 'x\n' },
  'headers-raw-utf8': {
    ...bare,
    from: 'Jürgen <jürgen@bücher.example>',
    to: ['山田 <yamada@example.com>'],
    subject: 'Größe 東京',
    text: 'x\n',
  },
  'html-hostile': {
    ...usual,
    html: '\n<p style="color: red">Hi</p>\n<a>a</a><a href="https://shop.example/?a=1&amp;b=2" rel="noopener noreferrer nofollow">b</a><a>c</a><a>d</a><a href="mailto:ann@example.org" rel="noopener noreferrer nofollow">e</a>\n<img width="1" alt="p" /><img src="cid:logo@example.org" /><img /><img />\nGo\n',
  },
  'html-only': { ...usual, html: '<p>Hello <b>you</b></p>\n' },
  'line-feeds-alone': { ...usual, text: 'Unix lines', files: ['file-1.pdf application/pdf attachment 5'] },
  'mbox-envelope': { ...usual, text: 'From a mailbox file\n' },
  'mixed-several-texts': {
    ...usual,
    text: 'First <piece>\nPlain words\n-- list footer',
    html: '<div style="white-space: pre-wrap">First &lt;piece&gt;</div>\n<p>Rich words</p>\n<div style="white-space: pre-wrap">-- list footer</div>',
  },
  'mixed-with-alternative-and-file': {
    ...usual,
    text: 'Plain words',
    html: '<p>Rich words</p>',
    files: ['bill.pdf application/pdf attachment 5'],
  },
  'no-header-at-all': {
    ...bare,
    text: 'Hello there, no header here\n\nSecond paragraph\n',
    faults: ['The message has no header.'],
  },
  'no-header': { ...bare, text: 'Just a body\n', faults: ['The message has no header.'] },
  'not-automatic': { ...usual, text: 'A person\n' },
  'nul-bytes': { ...usual, text: 'onetwo\n' },
  'plain-utf8-8bit': { ...usual, text: 'Die Lieferung fehlt: Größe 42, 東京.\n' },
  plain: { ...usual, text: 'Where is my parcel?\n' },
  'quoted-printable': { ...usual, text: 'Die Größe ist falsch = 42 ä   \nEnde 100=% =ZZ\n' },
  'related-in-alternative': {
    ...usual,
    text: 'See the logo',
    html: '<p><img alt="Logo" src="cid:logo@example.org" /></p>',
    files: ['logo.png image/png inline 8'],
  },
  'signed-pgp': { ...usual, text: 'Signed words', files: ['signature.asc application/pgp-signature attachment 63'] },
  'text-file-inline': { ...usual, text: 'See attached', files: ['notes.txt text/plain inline 8'] },
  thread: {
    ...bare,
    from: 'ann@example.org',
    subject: 'Re: Order',
    messageId: 'reply-2@example.org',
    inReplyTo: 'm-1@example.com',
    references: ['m-0@example.com', 'm-1@example.com', 'm-2@example.com'],
    date: '2026-03-03T09:15:00.000Z',
    text: 'x\n',
  },
}
