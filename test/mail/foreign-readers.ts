import { renderMjml } from '../../mail/design/render.js'
import { addressParts } from '../../models/domain/design/address.js'
import { joinEncodedWords, withAsciiWords } from '../../mail/inbound/encoded-words.js'
import { statefulDecoderOf } from '../../mail/inbound/stateful-charsets.js'
import { readFieldGroups, readFields, withoutComment } from '../../mail/inbound/header-fields.js'
import { readTypedAddress } from '../../mail/inbound/delivery-status.js'
import { withoutBrackets } from '../../mail/inbound/inbound-files.js'
import { readFileName, readParameter } from '../../mail/inbound/parameters.js'
import { readDate, readInboundMessage } from '../../mail/inbound/read-inbound-message.js'
import { readReport } from '../../mail/inbound/read-report.js'
import { sanitiseHtml } from '../../mail/inbound/sanitise-html.js'
import { openLink } from '../../mail/links/recipient-links.js'
import { createBounceAddresses } from '../../mail/links/bounce-addresses.js'
import { readTemplateLinks } from '../../mail/links/template-links.js'
import { addLinkParameters, mayHaveParameters } from '../../mail/links/link-parameters.js'
import { isTrackable, replaceLinks, trackLinks, withoutMarks } from '../../mail/links/track-links.js'
import { createTrackingTokens, isWebAddress } from '../../mail/links/tracking-tokens.js'
import { composeMessage } from '../../mail/mime/mime.js'
import { encodeBodies } from '../../mail/mime/quoted-printable.js'
import { tagsOf } from '../../mail/rendering/choose-translation.js'
import { checkSyntax } from '../../mail/rendering/compile.js'
import { decodeEntities } from '../../mail/rendering/decode-entities.js'
import { escapeHtml } from '../../mail/rendering/escape-html.js'
import { withFooter } from '../../mail/rendering/footer.js'
import { convertHtml } from '../../mail/rendering/html-to-text.js'
import { isHiddenStyle } from '../../mail/rendering/hidden-style.js'
import { shownAddress } from '../../mail/rendering/shown-address.js'
import { findLiquidFault } from '../../mail/rendering/liquid-faults.js'
import { subjectLine } from '../../mail/rendering/render-message.js'
import { Budget } from '../../mail/rendering/threads/budget.js'
import { codeLength } from '../../mail/rendering/threads/code-length.js'
import { words } from '../support/words.js'

/** A function that reads text of strangers. */
export interface Reader {
  read: (text: string) => unknown
  /** Beginnings that bring it into its states. */
  after?: readonly string[]
}

const MJML = '<mjml><mj-body><mj-section><mj-column><mj-text>'
const KEYS = ['ab'.repeat(32)] as const

export const raw = (text: string): Buffer => Buffer.from(text)
const tokens = createTrackingTokens([...KEYS])
const bounces = createBounceAddresses('bounces.example', [...KEYS])
const trackAll = {
  linkTo: () => 'https://t.example/c/1',
  pixelUrl: 'https://t.example/o/1.gif',
  isTracked: (target: string) => isTrackable(target, ['https://own.example/']),
}
const footer = {
  unsubscribeUrl: 'https://g.example/u/1',
  manageUrl: 'https://g.example/m/1',
  subscribeUrl: 'https://g.example/s/1',
}

const MIXED = 'From: a@b.example\r\nContent-Type: multipart/mixed; boundary=q\r\n\r\n'
const REPORT = 'Content-Type: multipart/report; boundary=q\r\n\r\n--q\r\nContent-Type: '
const STATUS = `${REPORT}message/delivery-status\r\n\r\n`

const FIELDS = ['From', 'To', 'Subject', 'Date', 'References', 'Message-ID', 'Precedence', 'Auto-Submitted', 'X']
const OF_PARTS = [
  'Content-Type: multipart/mixed; boundary="',
  'Content-Type: multipart/mixed; boundary=',
  'Content-Type: application/pdf; name="',
  'Content-Type: text/plain; charset="',
  'Content-Type: ',
  'Content-Disposition: attachment; filename="',
  'Content-Disposition: attachment; filename="a',
  "Content-Disposition: attachment; filename*0*=utf-8''",
  'Content-Disposition: attachment; ',
  'Content-Transfer-Encoding: ',
  'Content-ID: <',
]
const BODIES = [
  '',
  'Content-Type: text/html\r\n\r\n<p>',
  'Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n',
  'Content-Transfer-Encoding: base64\r\n\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n\r\n',
  'Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n',
]
const HTML = [
  ['', '<a href="http://x/', "<a href='", '<a href=http://x/', '<a href', '<a ', '<', '</', '<!--', '<!', '<?'],
  ['<img src="cid:', '<p style="color: ', '<p style="', '<style>', '<script>', '<title>', '<table><tr><td>'],
  ['<svg>', '&#', '&amp'],
].flat()
const LIQUID = [
  ['', '{{', '{{ a ', '{{ "', '{{ a | default: ', "{{ a['", '{{ a ?? ', '{%', '{% if ', '{% if a == "'],
  ['{% assign x = ', '{% for a in (1..2) %}', '{% liquid\n', '{% raw %}', '{% comment %}'],
  ['{% unless x %}{% case a %}'],
].flat()

/** Every reader of foreign text in mail, by its name. */
export const MAIL_READERS: Record<string, Reader> = {
  'readInboundMessage, fields': {
    read: (text) => readInboundMessage(raw(`${text}\r\n\r\nHello`)),
    after: FIELDS.map((name) => `${name}: `),
  },
  'readInboundMessage, parts': {
    read: (text) => readInboundMessage(raw(`${MIXED}--q\r\n${text}\r\n\r\nx\r\n--q--`)),
    after: OF_PARTS,
  },
  'readInboundMessage, bodies': {
    read: (text) => readInboundMessage(raw(`From: a@b.example\r\n${text}`)),
    after: BODIES,
  },
  'readInboundMessage, many parts': {
    read: (text) => readInboundMessage(raw(`${MIXED}${text}`)),
    after: ['--q\r\n', '--q\r\n\r\n'],
  },
  readReport: {
    read: (text) => readReport(raw(text)),
    after: [
      STATUS,
      `${STATUS}Final-Recipient: rfc822; `,
      `${STATUS}Final-Recipient: utf-8; `,
      `${STATUS}Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nDiagnostic-Code: smtp; `,
      `${STATUS}Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: `,
      `${STATUS}Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\nStatus: 5.0.0 (`,
      `${REPORT}text/plain\r\n\r\n>>> DATA\r\n<<< 550 `,
      `${REPORT}text/html\r\n\r\n`,
      'From: postmaster\r\n\r\nHi. This is the qmail-send program\r\n\r\n<a@b.example>:\r\n',
      'From: postmaster\r\n\r\nThis message was created automatically by mail delivery software. failed:\r\n',
      'From: postmaster\r\n\r\nOriginal message follows.\r\n',
      'From: postmaster\r\n\r\nTechnical report:\r\n',
      `${STATUS}Final-Recipient: rfc822; a@b.example\r\nAction: `,
      `${STATUS}Last-Attempt-Date: `,
      `${REPORT}message/feedback-report\r\n\r\nFeedback-Type: `,
      `${STATUS}Final-Recipient: rfc822; a@b.example\r\nAction: failed\r\n--q\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: `,
    ],
  },
  readFields: { read: (text) => readFields(raw(text)), after: ['', 'a', 'a:', 'a: b\r\n '] },
  readFieldGroups: { read: (text) => readFieldGroups(raw(text)), after: ['', 'a: b\r\n'] },
  joinEncodedWords: {
    read: joinEncodedWords,
    after: ['', '=?', '=?a?', '=?a?q?', '=?a?b?', '=?a?q?x?=', '=?a?b?YQ==?= '],
  },
  statefulDecoderOf: {
    read(text) {
      const open = text.replaceAll('\t', ' =?iso-2022-jp?Q?=1B$B%G?= ').replaceAll('\n', ' =?utf-7?Q?+ZeVn?= ')
      joinEncodedWords(open)
      for (const name of ['iso-2022-jp', 'iso-2022-kr', 'hz-gb-2312', 'utf-7']) statefulDecoderOf(name)?.(raw(text))
    },
    after: ['', '\x1b', '\x0e', '~{', '+', '+a'],
  },
  withAsciiWords: { read: withAsciiWords, after: ['', '=?', '=?a?', '=?a?q?\xf6', '=?a?b?\xf6', '=?a?b?\xf6?='] },
  readParameter: {
    read: (text) => readParameter(text, 'name'),
    after: ['', 'a/b; name="', 'a/b; ', 'a/b; (', 'a/b; x=', 'a/b; x'],
  },
  readFileName: {
    read: (text) => readFileName(text, 'a/b'),
    after: [
      'a; filename="',
      "a; filename*=utf-8''",
      "a; filename*0*=utf-8''",
      'a; filename==?utf-8?q?',
      'a; name',
      'a; filename=',
    ],
  },
  readTypedAddress: {
    read: readTypedAddress,
    after: ['', 'rfc822; ', 'utf-8; ', 'rfc822; a@b.example (', 'rfc822; <'],
  },
  withoutBrackets: { read: withoutBrackets, after: ['', '<'] },
  withoutComment: { read: withoutComment, after: ['', '('] },
  readDate: { read: readDate, after: ['', 'Mon, 2 Mar 2026 09:00:00 +0000 ('] },
  sanitiseHtml: { read: sanitiseHtml, after: HTML },
  trackLinks: { read: (text) => trackLinks(text, trackAll), after: HTML },
  withoutMarks: {
    read: (text) => withoutMarks(text.replaceAll('\t', ' clicktracking=off')),
    after: [...HTML, '<a clicktracking=', '<a clicktracking="off"'],
  },
  replaceLinks: { read: (text) => replaceLinks(text, () => 'https://x.example/'), after: HTML },
  addLinkParameters: {
    read: (html) => addLinkParameters({ html, parameters: [{ name: 'utm_source', value: 'x' }], keep: [] }),
    after: HTML,
  },
  convertHtml: { read: (text) => tried(() => convertHtml(text, new Budget())), after: HTML },
  withFooter: {
    read: (text) =>
      tried(() =>
        withFooter({ html: text, links: footer, footer: { locale: 'en', projectName: 'Tea' } }, new Budget()),
      ),
    after: HTML,
  },
  readTemplateLinks: {
    read(text) {
      // A message has many links, each of at most 4,096 characters.
      const part = text.slice(0, Math.floor(text.length * 0.65))
      const links = words('a b c d').map((end) => `<a href="${part}{{ a }}${end}">`)
      const find = readTemplateLinks([text, ...links])
      find(part)
    },
    after: HTML,
  },
  isHiddenStyle: { read: isHiddenStyle, after: ['', '/*', 'display:', 'height:'] },
  shownAddress: { read: shownAddress, after: ['', 'mailto:', 'https://', 'mailto:%', 'https://ü'] },
  mayHaveParameters: { read: (text) => mayHaveParameters(text, []), after: ['', 'https://x/'] },
  isTrackable: { read: (text) => isTrackable(text), after: ['', 'http://', 'https://x/'] },
  isWebAddress: { read: isWebAddress, after: ['', 'http://', 'https://x/', 'http://a@'] },
  readClick: { read: (text) => tokens.readClick(text) },
  readOpen: { read: (text) => tokens.readOpen(text) },
  openLink: { read: (text) => openLink(text, [...KEYS]) },
  emailOf: { read: (text) => bounces.emailOf(text), after: ['', 'b-', 'a@'] },
  renderMjml: {
    read: (text) => renderMjml(text),
    after: ['', '<br', '<mjml ', '<!--', MJML, `${MJML}<p `, `${MJML}<br a="`],
  },
  addressParts: { read: addressParts, after: ['', 'https://a.example/{{', '{{ a ?? '] },
  checkSyntax: { read: (text) => checkSyntax(text), after: LIQUID },
  findLiquidFault: { read: findLiquidFault, after: LIQUID },
  codeLength: { read: (text) => codeLength(text, 20_000), after: LIQUID },
  decodeEntities: { read: decodeEntities, after: ['', '&', '&#', '&#x'] },
  subjectLine: { read: subjectLine },
  escapeHtml: { read: escapeHtml },
  tagsOf: { read: tagsOf, after: ['', 'de-'] },
  composeMessage: {
    read: (text) =>
      composeMessage({
        emailId: '1',
        projectId: '1',
        sourceType: 'TRANSACTIONAL',
        type: 'TRANSACTIONAL',
        from: { address: 'a@b.example', name: text },
        to: { address: 'c@d.example', name: text },
        subject: text,
        bodies: encodeBodies({ html: text, text }),
      }),
  },
}

export function tried(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/**
 * What the rooms of readers export besides: what reads for the readers above and by them, and what reads no foreign
 * text.
 */
export const OTHERS: Record<string, readonly string[]> = {
  readInboundMessage: words(`
    splitMessage sortParts readBodies readFiles findHeader decodeTransfer decodeBase64 decodeText cutToBytes fieldOf
    beginsField decodeWindows1252 ShallowTokenizer
  `),
  readReport: words(`
    readRecipients recipientOf lastAttemptOf findReport returnedIn readNotice noticeOf commandOf replyInNotice
    textOfFormat replyOf collapse addressesIn
  `),
  trackLinks: words('trackBody findLinks isTrackingMark mayHoldMarks'),
  'readOpen, readClick': ['createTrackingTokens', 'packMessage', 'packId', 'unpackId'],
  openLink: ['recipientLinks', 'linksOf', 'isTestToken', 'linksWithToken', 'tokenOf', 'addressSettingsOf'],
  emailOf: ['createBounceAddresses'],
}
