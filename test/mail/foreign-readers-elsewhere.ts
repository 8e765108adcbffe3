import { findHeader } from '../../commands/lifecycle/imports/csv/find-header.js'
import { parseRows } from '../../commands/lifecycle/imports/csv/parse-rows.js'
import { parseJsonLines } from '../../commands/lifecycle/imports/json-lines.js'
import { readColumnsOption } from '../../models/domain/columns-option.js'
import { readJsonRow } from '../../models/domain/import-json-row.js'
import { readDomainName } from '../../commands/sending/domains/domain-name.js'
import { readSesReceipt } from '../../commands/sending/inbound/read-ses-receipt.js'
import { queueIdOf } from '../../activities/providers/smtp/queue-id.js'
import { readExtensions } from '../../activities/providers/smtp/extensions.js'
import { ReplyParser } from '../../activities/providers/smtp/reply-parser.js'
import { retryAfterMs } from '../../models/domain/retry-after.js'
import { isCertificateAddress, isConfirmationAddress } from '../../gateway/sns/addresses.js'
import { readHit } from '../../gateway/tracking/tracking-hit.js'
import { maskAddress } from '../../gateway/pages/mask-address.js'
import { clientNetwork } from '../../gateway/http/request/client-address.js'
import { parseJson } from '../../gateway/http/request/parse-json.js'
import { isUnfitText } from '../../gateway/http/request/unfit-values.js'
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
import { isMachineAgent } from '../../commands/sending/emails/machine-agents.js'
import { raw, tried, type Reader } from './foreign-readers.js'

/** Every reader of foreign text in the other rooms, by its name. */
export const OTHER_READERS: Record<string, Reader> = {
  findHeader: {
    read: (text) => tried(() => findHeader({ beginning: raw(text), sizeBytes: text.length })),
    after: ['', '"', 'email,"', 'email;'],
  },
  parseRows: {
    read: (text) => tried(() => parseRows({ bytes: raw(text), delimiter: ',', isEnd: true, afterRow: 1 }, 1_000)),
    after: ['', '"', 'a@b.example,"'],
  },
  parseJsonLines: {
    read: (text) => parseJsonLines({ bytes: raw(text), isEnd: true, afterRow: 0 }, 1_000),
    after: ['', '{"'],
  },
  readJsonRow: {
    read: (text) => readJsonRow({ row: 1, cells: null, line: text }),
    after: ['', '{"email":"a@b.example","data":{"a":', '{"email":"'],
  },
  readColumnsOption: { read: (text) => tried(() => readColumnsOption(text)), after: ['', '{"a":"'] },
  readDomainName: { read: readDomainName, after: ['', 'a.'] },
  readSesReceipt: {
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
    read: (text) =>
      ['Bounce', 'Complaint', 'Delivery', 'Open', 'Click', 'DeliveryDelay', 'Reject'].map((eventType) =>
        readSesEvent(sesEvent(eventType, text), { receivedAt: new Date(0), isMachine: isMachineAgent }),
      ),
    after: ['', '<', 'smtp; 550 '],
  },
  queueIdOf: {
    read: (text) => queueIdOf(text, text),
    after: ['', '250 ', '250 queued as ', '250 Ok ', '250 2.0.0 OK <', '250 2.0.0 OK ', 'a.ab-c-1.'],
  },
  readExtensions: {
    read: (text) => readExtensions({ status: 250, text: `250 x\n${text}` }),
    after: ['250-', '250 AUTH ', '250-SIZE'],
  },
  ReplyParser: {
    read(text) {
      const parser = new ReplyParser()
      return tried(() => {
        for (let at = 0; at < text.length; at += 16) parser.read(text.slice(at, at + 16), () => undefined)
      })
    },
    after: ['', '250-', '250 '],
  },
  retryAfterMs: { read: (text) => retryAfterMs(text, new Date(0)), after: ['', '1'] },
  isCertificateAddress: {
    read: (text) => isCertificateAddress(text, []),
    after: ['', 'https://sns.', 'https://sns.us-east-1.amazonaws.com/'],
  },
  isConfirmationAddress: { read: (text) => isConfirmationAddress(text, []), after: ['', 'https://sns.'] },
  readHit: {
    read: (text) => readHit({ method: 'GET', headers: { 'user-agent': text, purpose: text } }),
  },
  isMachineAgent: { read: isMachineAgent, after: ['', 'Mozilla/5.0 (', 'bot'] },
  maskAddress: { read: maskAddress, after: ['', 'a@'] },
  clientNetwork: { read: clientNetwork, after: ['', '::'] },
  parseJson: { read: (text) => tried(() => parseJson(text)), after: ['', '"', '{"', '[', '{"a":'] },
  isUnfitText: { read: isUnfitText, after: ['', '1e'] },
  isAddress: { read: isAddress, after: ['', 'a@', 'a@b.'] },
  isDomain: { read: isDomain, after: ['', 'a.'] },
  normaliseAddress: { read: normaliseAddress, after: ['', 'a@'] },
  chooseLanguage: {
    read: (text) => chooseLanguage({ acceptLanguage: text, locale: text }),
    after: ['', 'de;q=', 'de,'],
  },
  parseField: { read: parseField, after: ['', 'data.', 'event.'] },
  readIsoDate: { read: readIsoDate, after: ['', '2026-01-01T00:00:00.'] },
  readMoment: { read: readMoment, after: ['', '2026-01-01T00:00:00.'] },
  isReservedEvent: { read: isReservedEvent },
  readFieldName: { read: readFieldName, after: ['', 'data.'] },
  cellValue: { read: (text) => cellValue(text), after: ['', '1', '-', '0.'] },
  readConsent: { read: (text) => (['answer', 'state', 'optOut'] as const).map((as) => readConsent(text, as)) },
  consentReadingOf: { read: consentReadingOf, after: ['', 'opt'] },
  trimText: { read: trimText, after: ['', 'a'] },
  slugOf: { read: slugOf, after: ['', 'a'] },
  literalPattern: { read: literalPattern },
  isTimeZone: { read: isTimeZone, after: ['', 'Europe/'] },
  parseUrl: { read: (text) => parseUrl(text), after: ['', 'http://', 'http://a/', 'http://a@'] },
  webhookUrlFault: { read: webhookUrlFault, after: ['', 'https://', 'https://a/{{'] },
  isHeaderValue: { read: isHeaderValue },
  loggableError: { read: (text) => loggableError(new Error(text)), after: ['', 'a@', 'sk_'] },
  withoutEnd: { read: (text) => withoutEnd(text, ' .\t') },
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
