import { keepDraft, readDraft } from '../../../session/drafts.js'
import type { Campaign } from '../campaign.js'
import type { CampaignFields } from '../composer/draft.js'

type Tested = Pick<CampaignFields, 'subject' | 'body' | 'from' | 'fromName' | 'replyTo' | 'type'>

type Place = Pick<Campaign, 'projectId' | 'id'>

// The parameters of FNV-1a with 32 bits.
const OFFSET = 2_166_136_261
const PRIME = 16_777_619

/** A hash of the message that a test shows: another message has another hash. */
export function signatureOf({ subject, body, from, fromName, replyTo, type }: Tested): string {
  const text = JSON.stringify([subject, body, from, fromName, replyTo, type])
  let hash = OFFSET
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), PRIME)
  return `${text.length}-${(hash >>> 0).toString(36)}`
}

/** Records in this browser that a test of the message was sent. */
export function noteTest(campaign: Place, message: Tested): void {
  keepDraft(placeOf(campaign), { value: signatureOf(message), base: null, storedAt: new Date().toISOString() })
}

/** Whether this browser has sent a test since the last change of the message. */
export function isTested(campaign: Place, message: Tested): boolean {
  return readDraft<string>(placeOf(campaign))?.value === signatureOf(message)
}

function placeOf({ projectId, id }: Place) {
  return { projectId, kind: 'campaign' as const, id: `${id}-test` }
}
