import { findHeader } from '../../commands/contacts/csv/find-header.js'
import { parseRows } from '../../commands/contacts/csv/parse-rows.js'
import { readDomainName } from '../../commands/domains/domain-name.js'
import { readSesReceipt } from '../../commands/inbound/read-ses-receipt.js'
import { queueIdOf } from '../../activities/providers/smtp/queue-id.js'
import { readExtensions } from '../../activities/providers/smtp/extensions.js'
import { ReplyParser } from '../../activities/providers/smtp/reply-parser.js'
import { retryAfterMs } from '../../activities/webhook/retry-after.js'
import { isCertificateAddress, isConfirmationAddress } from '../../gateway/sns/addresses.js'
import { readHit } from '../../gateway/tracking/tracking-hit.js'
import { maskAddress } from '../../gateway/pages/mask-address.js'
import { clientNetwork } from '../../gateway/http/request/client-address.js'
import { parseJson } from '../../gateway/http/request/parse-json.js'
import { isUnfitText } from '../../gateway/http/request/unfit-values.js'
import { joinEncodedWords, withAsciiWords } from '../../mail/inbound/encoded-words.js'
import { readFieldGroups, readFields, withoutComment } from '../../mail/inbound/header-fields.js'
import { readTypedAddress } from '../../mail/inbound/delivery-status.js'
import { withoutBrackets } from '../../mail/inbound/inbound-files.js'
import { readFileName, readParameter } from '../../mail/inbound/parameters.js'
import { readDate, readInboundMessage } from '../../mail/inbound/read-inbound-message.js'
import { readReport } from '../../mail/inbound/read-report.js'
import { sanitiseHtml } from '../../mail/inbound/sanitise-html.js'
import { openLink } from '../../mail/links/recipient-links.js'
import { createBounceAddresses } from '../../mail/links/bounce-addresses.js'
import { isTrackable, replaceLinks, trackLinks } from '../../mail/links/track-links.js'
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
import { isAddress, isDomain, normaliseAddress } from '../../models/domain/addresses.js'
import { chooseLanguage } from '../../models/domain/choose-language.js'
import { parseField } from '../../models/domain/conditions/condition-field.js'
import { readIsoDate } from '../../models/domain/conditions/iso-dates.js'
import { readMoment } from '../../models/domain/delay-end.js'
import { isReservedEvent } from '../../models/domain/event-names.js'
import { readFieldName } from '../../models/domain/field-names.js'
import { consentReadingOf } from '../../models/domain/consent-columns.js'
import { readConsent } from '../../models/domain/consent-words.js'
import { cellValue } from '../../models/domain/import-row.js'
import { trimText } from '../../models/domain/trim-text.js'
import { slugOf } from '../../models/domain/segment-slug.js'
import { readSesEvent } from '../../models/domain/ses-event.js'
import { literalPattern } from '../../models/domain/text-pattern.js'
import { isTimeZone } from '../../models/domain/time-zone.js'
import { parseUrl } from '../../models/domain/url.js'
import { isHeaderValue, webhookUrlFault } from '../../models/domain/webhook-rules.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { withoutEnd } from '../../runtime/without-end.js'
import { isMachineAgent } from '../../commands/emails/machine-agents.js'

/** A function that reads text of strangers. */
export interface Reader {
  /** The most characters that it is given: its own limit, or what tells linear time from quadratic. */
  most: number
  read: (text: string) => unknown
  /** Beginnings that bring it into its states. */
  after?: readonly string[]
}

const KEYS = ['ab'.repeat(32)] as const
const TEXT = 16 * 1_024
const BODY = 24 * 1_024
const HEADER_LINE = 16 * 1_024

const raw = (text: string): Buffer => Buffer.from(text)
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
  '',
  '<a href="http://x/',
  "<a href='",
  '<a href=http://x/',
  '<a href',
  '<a ',
  '<',
  '</',
  '<!--',
  '<!',
  '<?',
  '<img src="cid:',
  '<p style="color: ',
  '<p style="',
  '<style>',
  '<script>',
  '<title>',
  '<table><tr><td>',
  '<svg>',
  '&#',
  '&amp',
]
const LIQUID = [
  '',
  '{{',
  '{{ a ',
  '{{ "',
  '{{ a | default: ',
  "{{ a['",
  '{{ a ?? ',
  '{%',
  '{% if ',
  '{% if a == "',
  '{% assign x = ',
  '{% for a in (1..2) %}',
  '{% liquid\n',
  '{% raw %}',
  '{% comment %}',
  '{% unless x %}{% case a %}',
]

/** Every reader of foreign text by its name. */
export const READERS: Record<string, Reader> = {
  'readInboundMessage, fields': {
    most: TEXT,
    read: (text) => readInboundMessage(raw(`${text}\r\n\r\nHello`)),
    after: FIELDS.map((name) => `${name}: `),
  },
  'readInboundMessage, parts': {
    most: TEXT,
    read: (text) => readInboundMessage(raw(`${MIXED}--q\r\n${text}\r\n\r\nx\r\n--q--`)),
    after: OF_PARTS,
  },
  'readInboundMessage, bodies': {
    most: BODY,
    read: (text) => readInboundMessage(raw(`From: a@b.example\r\n${text}`)),
    after: BODIES,
  },
  'readInboundMessage, many parts': {
    most: BODY,
    read: (text) => readInboundMessage(raw(`${MIXED}${text}`)),
    after: ['--q\r\n', '--q\r\n\r\n'],
  },
  readReport: {
    most: BODY,
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
  readFields: { most: BODY, read: (text) => readFields(raw(text)), after: ['', 'a', 'a:', 'a: b\r\n '] },
  readFieldGroups: { most: BODY, read: (text) => readFieldGroups(raw(text)), after: ['', 'a: b\r\n'] },
  joinEncodedWords: {
    most: TEXT,
    read: joinEncodedWords,
    after: ['', '=?', '=?a?', '=?a?q?', '=?a?b?', '=?a?q?x?=', '=?a?b?YQ==?= '],
  },
  withAsciiWords: {
    most: TEXT,
    read: withAsciiWords,
    after: ['', '=?', '=?a?', '=?a?q?\xf6', '=?a?b?\xf6', '=?a?b?\xf6?='],
  },
  readParameter: {
    most: TEXT,
    read: (text) => readParameter(text, 'name'),
    after: ['', 'a/b; name="', 'a/b; ', 'a/b; (', 'a/b; x=', 'a/b; x'],
  },
  readFileName: {
    most: TEXT,
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
    most: TEXT,
    read: readTypedAddress,
    after: ['', 'rfc822; ', 'utf-8; ', 'rfc822; a@b.example (', 'rfc822; <'],
  },
  withoutBrackets: { most: TEXT, read: withoutBrackets, after: ['', '<'] },
  withoutComment: { most: TEXT, read: withoutComment, after: ['', '('] },
  readDate: { most: TEXT, read: readDate, after: ['', 'Mon, 2 Mar 2026 09:00:00 +0000 ('] },
  sanitiseHtml: { most: BODY, read: sanitiseHtml, after: HTML },
  trackLinks: { most: BODY, read: (text) => trackLinks(text, trackAll), after: HTML },
  replaceLinks: { most: BODY, read: (text) => replaceLinks(text, () => 'https://x.example/'), after: HTML },
  convertHtml: { most: TEXT, read: (text) => tried(() => convertHtml(text, new Budget())), after: HTML },
  withFooter: {
    most: TEXT,
    read: (text) =>
      tried(() =>
        withFooter({ html: text, links: footer, footer: { locale: 'en', projectName: 'Tea' } }, new Budget()),
      ),
    after: HTML,
  },
  isHiddenStyle: { most: TEXT, read: isHiddenStyle, after: ['', '/*', 'display:', 'height:'] },
  shownAddress: { most: TEXT, read: shownAddress, after: ['', 'mailto:', 'https://', 'mailto:%', 'https://ü'] },
  isTrackable: { most: TEXT, read: (text) => isTrackable(text), after: ['', 'http://', 'https://x/'] },
  isWebAddress: { most: TEXT, read: isWebAddress, after: ['', 'http://', 'https://x/', 'http://a@'] },
  readClick: { most: TEXT, read: (text) => tokens.readClick(text) },
  readOpen: { most: TEXT, read: (text) => tokens.readOpen(text) },
  openLink: { most: TEXT, read: (text) => openLink(text, [...KEYS]) },
  emailOf: { most: TEXT, read: (text) => bounces.emailOf(text), after: ['', 'b-', 'a@'] },
  checkSyntax: { most: 20_000, read: (text) => checkSyntax(text), after: LIQUID },
  findLiquidFault: { most: 20_000, read: findLiquidFault, after: LIQUID },
  codeLength: { most: TEXT, read: (text) => codeLength(text, 20_000), after: LIQUID },
  decodeEntities: { most: TEXT, read: decodeEntities, after: ['', '&', '&#', '&#x'] },
  subjectLine: { most: TEXT, read: subjectLine },
  escapeHtml: { most: TEXT, read: escapeHtml },
  tagsOf: { most: TEXT, read: tagsOf, after: ['', 'de-'] },
  composeMessage: {
    most: TEXT,
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
  findHeader: {
    most: BODY,
    read: (text) => tried(() => findHeader(raw(text))),
    after: ['', '"', 'email,"', 'email;'],
  },
  parseRows: {
    most: BODY,
    read: (text) => tried(() => parseRows({ bytes: raw(text), delimiter: ',', isEnd: true, afterRow: 1 }, 1_000)),
    after: ['', '"', 'a@b.example,"'],
  },
  readDomainName: { most: TEXT, read: readDomainName, after: ['', 'a.'] },
  readSesReceipt: {
    most: TEXT,
    read: (text) =>
      readSesReceipt(
        JSON.stringify({
          notificationType: 'Received',
          mail: { messageId: text, source: text },
          receipt: { recipients: [text], action: { type: text, encoding: text } },
          content: text,
        }),
      ),
  },
  readSesEvent: {
    most: TEXT,
    read: (text) =>
      ['Bounce', 'Complaint', 'Delivery', 'Open', 'Click', 'DeliveryDelay', 'Reject'].map((eventType) =>
        readSesEvent(sesEvent(eventType, text), { key: '1', receivedAt: new Date(0), isMachine: isMachineAgent }),
      ),
    after: ['', '<', 'smtp; 550 '],
  },
  queueIdOf: {
    most: TEXT,
    read: (text) => queueIdOf(text, text),
    after: ['', '250 ', '250 queued as ', '250 Ok ', '250 2.0.0 OK <', '250 2.0.0 OK ', 'a.ab-c-1.'],
  },
  readExtensions: {
    most: TEXT,
    read: (text) => readExtensions({ status: 250, text: `250 x\n${text}` }),
    after: ['250-', '250 AUTH ', '250-SIZE'],
  },
  ReplyParser: {
    most: TEXT,
    read(text) {
      const parser = new ReplyParser()
      return tried(() => {
        for (let at = 0; at < text.length; at += 16) parser.read(text.slice(at, at + 16), () => undefined)
      })
    },
    after: ['', '250-', '250 '],
  },
  retryAfterMs: { most: HEADER_LINE, read: (text) => retryAfterMs(text, new Date(0)), after: ['', '1'] },
  isCertificateAddress: {
    most: TEXT,
    read: (text) => isCertificateAddress(text, []),
    after: ['', 'https://sns.', 'https://sns.us-east-1.amazonaws.com/'],
  },
  isConfirmationAddress: { most: TEXT, read: (text) => isConfirmationAddress(text, []), after: ['', 'https://sns.'] },
  readHit: {
    most: HEADER_LINE,
    read: (text) => readHit({ method: 'GET', headers: { 'user-agent': text, purpose: text } }),
  },
  isMachineAgent: { most: HEADER_LINE, read: isMachineAgent, after: ['', 'Mozilla/5.0 (', 'bot'] },
  maskAddress: { most: TEXT, read: maskAddress, after: ['', 'a@'] },
  clientNetwork: { most: HEADER_LINE, read: clientNetwork, after: ['', '::'] },
  parseJson: { most: TEXT, read: (text) => tried(() => parseJson(text)), after: ['', '"', '{"', '[', '{"a":'] },
  isUnfitText: { most: TEXT, read: isUnfitText, after: ['', '1e'] },
  isAddress: { most: TEXT, read: isAddress, after: ['', 'a@', 'a@b.'] },
  isDomain: { most: TEXT, read: isDomain, after: ['', 'a.'] },
  normaliseAddress: { most: TEXT, read: normaliseAddress, after: ['', 'a@'] },
  chooseLanguage: {
    most: HEADER_LINE,
    read: (text) => chooseLanguage({ acceptLanguage: text, locale: text }),
    after: ['', 'de;q=', 'de,'],
  },
  parseField: { most: TEXT, read: parseField, after: ['', 'data.', 'event.'] },
  readIsoDate: { most: TEXT, read: readIsoDate, after: ['', '2026-01-01T00:00:00.'] },
  readMoment: { most: TEXT, read: readMoment, after: ['', '2026-01-01T00:00:00.'] },
  isReservedEvent: { most: TEXT, read: isReservedEvent },
  readFieldName: { most: TEXT, read: readFieldName, after: ['', 'data.'] },
  cellValue: { most: TEXT, read: (text) => cellValue(text), after: ['', '1', '-', '0.'] },
  readConsent: {
    most: TEXT,
    read: (text) => (['answer', 'state', 'optOut'] as const).map((as) => readConsent(text, as)),
  },
  consentReadingOf: { most: TEXT, read: consentReadingOf, after: ['', 'opt'] },
  trimText: { most: TEXT, read: trimText, after: ['', 'a'] },
  slugOf: { most: TEXT, read: slugOf, after: ['', 'a'] },
  literalPattern: { most: TEXT, read: literalPattern },
  isTimeZone: { most: TEXT, read: isTimeZone, after: ['', 'Europe/'] },
  parseUrl: { most: TEXT, read: (text) => parseUrl(text), after: ['', 'http://', 'http://a/', 'http://a@'] },
  webhookUrlFault: { most: TEXT, read: webhookUrlFault, after: ['', 'https://', 'https://a/{{'] },
  isHeaderValue: { most: TEXT, read: isHeaderValue },
  loggableError: { most: TEXT, read: (text) => loggableError(new Error(text)), after: ['', 'a@', 'sk_'] },
  withoutEnd: { most: TEXT, read: (text) => withoutEnd(text, ' .\t') },
}

function tried(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

function sesEvent(eventType: string, text: string): unknown {
  const at = '2026-03-02T09:00:00.000Z'
  const recipient = { emailAddress: text, diagnosticCode: text, status: text, action: text }
  return {
    eventType,
    mail: {
      timestamp: at,
      messageId: text,
      headers: [{ name: 'Message-ID', value: text }],
      tags: { 'posthorn-tracked': [text] },
    },
    bounce: { bounceType: text, bounceSubType: text, bouncedRecipients: [recipient], timestamp: text },
    complaint: { complainedRecipients: [recipient], complaintFeedbackType: text, timestamp: text },
    delivery: { smtpResponse: text, recipients: [text], timestamp: text },
    deliveryDelay: { delayType: text, delayedRecipients: [recipient], timestamp: text },
    open: { userAgent: text, timestamp: text },
    click: { link: text, userAgent: text, timestamp: text },
    reject: { reason: text },
  }
}

/**
 * What the rooms of readers export besides: what reads for the readers above and by them, and what reads no foreign
 * text.
 */
export const OTHERS: Record<string, readonly string[]> = {
  readInboundMessage: [
    'splitMessage',
    'sortParts',
    'readBodies',
    'readFiles',
    'findHeader',
    'decodeTransfer',
    'decodeBase64',
    'decodeText',
    'cutToBytes',
    'fieldOf',
    'beginsField',
    'decodeWindows1252',
    'ShallowTokenizer',
  ],
  readReport: [
    'readRecipients',
    'recipientOf',
    'lastAttemptOf',
    'findReport',
    'returnedIn',
    'readNotice',
    'noticeOf',
    'commandOf',
    'replyInNotice',
    'textOfFormat',
    'replyOf',
    'collapse',
    'addressesIn',
  ],
  trackLinks: ['trackBody'],
  'readOpen, readClick': ['createTrackingTokens', 'packMessage', 'packId', 'unpackId'],
  openLink: ['recipientLinks', 'linksWithToken', 'tokenOf'],
  emailOf: ['createBounceAddresses'],
}
