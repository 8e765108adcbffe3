import type { EmailDesign } from '../../../../models/domain/design/design.js'
import type { Answer, Input } from '../../../api/client.js'
import { hasFault } from '../../../shared/design-view/block-fault.js'
import { editorOf, storedWording, writtenIn, type Wording } from '../../../shared/content-editor/message-draft.js'
import { isSameJson } from '../../../session/same-json.js'
import { isAddress, spellAddress } from '../../../../models/domain/addresses.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { missingAudience, trimAudience } from '../../../../models/domain/campaign-audience.js'
import { errorsOf } from '../../../shared/condition-builder/errors.js'
import { UTM_NAMES, type Utm } from '../../../../models/domain/utm.js'
import type { Campaign } from '../campaign.js'

/** The send time of a campaign: immediately, or at a moment, which may not be chosen yet. */
export type When = { kind: 'now' } | { kind: 'later'; at: string | null }

/** The fields that the composer edits. The API stores all but `when`, which the send request carries. */
export interface CampaignFields extends Pick<
  Campaign,
  'name' | 'subject' | 'body' | 'from' | 'type' | 'audienceType' | 'segmentId' | 'audienceCondition'
> {
  fromName: string
  replyTo: string
  design: EmailDesign | null
  mjml: string | null
  /** As typed: a parameter may be empty. */
  utm: Utm
  when: When
}

/** The changes of a campaign that the API takes. */
export type CampaignPatch = Input<'PUT /campaigns/:id'>['body']

const CONTENT_FIELDS = ['body', 'design', 'mjml'] as const
const MESSAGE_FIELDS = ['name', 'subject', ...CONTENT_FIELDS, 'from', 'fromName', 'replyTo', 'type', 'utm'] as const
const AUDIENCE_FIELDS = ['audienceType', 'segmentId', 'audienceCondition'] as const

/** The body of a new campaign, which its author replaces. */
export const FIRST_BODY = '<p>Write your message here.</p>\n'

/** The fields of a campaign as the API has it. */
export function fieldsOf(campaign: Campaign | Answer<'GET /campaigns'>['data'][number]): CampaignFields {
  const { name, subject, body, from, fromName, replyTo, type, scheduledFor } = campaign
  const { design, mjml } = campaign as Partial<Pick<Campaign, 'design' | 'mjml'>>
  return {
    name,
    ...writtenIn(storedWording({ subject, body, design: design ?? null, mjml: mjml ?? null })),
    from,
    fromName: fromName ?? '',
    replyTo: replyTo ?? '',
    type,
    utm: campaign.utm ?? {},
    audienceType: campaign.audienceType,
    segmentId: campaign.segmentId,
    audienceCondition: campaign.audienceCondition,
    when: scheduledFor === null ? { kind: 'now' } : { kind: 'later', at: scheduledFor },
  }
}

/** The changed fields that can be stored. A field that the API would refuse waits for more input. */
export function changesOf(value: CampaignFields, saved: CampaignFields): CampaignPatch {
  const [next, before] = [storedForm(value), storedForm(saved)]
  const isStorable = (field: (typeof MESSAGE_FIELDS)[number]): boolean => !missingFields(value).includes(field)
  const differs = (field: (typeof MESSAGE_FIELDS)[number]): boolean => !isSameJson(next[field], before[field])
  const message = MESSAGE_FIELDS.filter((field) => differs(field) && isStorable(field) && !isContent(field))
  // The content is sent in what it is written in: the server makes the HTML of a design.
  const written = writtenField(next)
  const hasContent = CONTENT_FIELDS.some(differs) && isStorable(written)
  const hasAudience = isAudienceWhole(next) && !isSameJson(audienceOf(next), audienceOf(before))
  const audience = hasAudience ? trimAudience(next) : {}
  // HTML takes the place of a design or of MJML.
  const others = written === 'body' ? { design: null, mjml: null } : {}
  const content = hasContent ? { ...others, [written]: next[written] } : {}
  return { ...Object.fromEntries(message.map((field) => [field, next[field]])), ...content, ...audience }
}

/** Whether the audience is chosen, and its condition complete. */
export function isAudienceWhole(audience: Pick<CampaignFields, (typeof AUDIENCE_FIELDS)[number]>): boolean {
  const { audienceType, audienceCondition } = audience
  if (audienceType === null || missingAudience(audience) !== null) return false
  return audienceType !== 'FILTERED' || errorsOf(audienceCondition as ConditionTree | null).length === 0
}

/** The required fields that are empty or are no address. */
export function missingFields({ name, subject, body, design, mjml, from, replyTo }: CampaignFields): string[] {
  const isMissing = {
    name: name.trim() === '',
    subject: subject === '',
    body: body === '' && design === null && mjml === null,
    design: design !== null && hasFault(design),
    mjml: mjml === '',
    from: !isAddress(spellAddress(from)),
    replyTo: replyTo.trim() !== '' && !isAddress(spellAddress(replyTo)),
  }
  return Object.entries(isMissing).flatMap(([field, isSo]) => (isSo ? [field] : []))
}

/** Whether a change is neither stored nor being saved; the send time does not count. */
export function hasUnsaved(value: CampaignFields, saved: CampaignFields): boolean {
  const [next, before] = [storedForm(value), storedForm(saved)]
  return [...MESSAGE_FIELDS, ...AUDIENCE_FIELDS].some((field) => !isSameJson(next[field], before[field]))
}

/** The fields in which two versions of a campaign differ. */
export function differingFields(mine: CampaignFields, theirs: CampaignFields): (keyof CampaignFields)[] {
  const [one, other] = [storedForm(mine), storedForm(theirs)]
  return [...MESSAGE_FIELDS, ...AUDIENCE_FIELDS].filter((field) => !isSameJson(one[field], other[field]))
}

/** The user's own changes since `began`, applied to the version that another user has saved. */
export function rebased(mine: CampaignFields, began: CampaignFields, theirs: CampaignFields): CampaignFields {
  const own = differingFields(mine, began)
  // The three fields of an audience belong together, and those of a content.
  const isOwnAudience = AUDIENCE_FIELDS.some((field) => own.includes(field))
  const isOwnContent = CONTENT_FIELDS.some((field) => own.includes(field))
  const fields = own.concat(isOwnAudience ? AUDIENCE_FIELDS : [], isOwnContent ? CONTENT_FIELDS : [])
  return { ...theirs, ...Object.fromEntries(fields.map((field) => [field, mine[field]])), when: mine.when }
}

/** The fields as the API stores them: a space at the end of a name is no change. */
function storedForm({ when: _when, ...value }: CampaignFields) {
  const { audienceType, segmentId, audienceCondition } = value
  return {
    ...value,
    ...trimAudience({ audienceType, segmentId, audienceCondition } as Parameters<typeof trimAudience>[0]),
    name: value.name.trim(),
    utm: storedUtm(value.utm),
    from: spellAddress(value.from),
    fromName: value.fromName.trim() || null,
    replyTo: value.replyTo.trim() === '' ? null : spellAddress(value.replyTo),
  }
}

function storedUtm(utm: Utm | undefined): Utm | null {
  const given = UTM_NAMES.flatMap((name) => (utm?.[name]?.trim() ? [[name, utm[name].trim()]] : []))
  return given.length === 0 ? null : (Object.fromEntries(given) as Utm)
}

function audienceOf({ audienceType, segmentId, audienceCondition }: ReturnType<typeof storedForm>) {
  return [audienceType, segmentId, audienceCondition]
}

function isContent(field: string): boolean {
  return CONTENT_FIELDS.some((one) => one === field)
}

/** The field that holds the content as it is written. */
function writtenField({ subject, body, design, mjml }: Wording): (typeof CONTENT_FIELDS)[number] {
  const editor = editorOf({ subject, body, design: design ?? null, mjml: mjml ?? null })
  return editor === 'html' ? 'body' : editor
}
