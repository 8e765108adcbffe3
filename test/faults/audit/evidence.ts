import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLATFORM_PROJECT_ID } from '../../../commands/base/records/platform-project.js'
import { Email, type EmailRecord } from '../../../models/email.js'
import { EMAIL_TAG } from '../../../models/domain/ses-event.js'
import { Event } from '../../../models/event.js'
import type { FaultLog } from '../fault-log.js'
import type { Scene } from '../load/scene.js'
import { groupBy } from '../../../models/domain/group-by.js'

/** A message that the provider accepted. */
export interface Accepted {
  id: string
  emailId: string
  receivedAt: number
}

/** The fields of an email that the audit reads. */
export type AuditedEmail = Pick<
  EmailRecord,
  | '_id'
  | 'projectId'
  | 'to'
  | 'status'
  | 'error'
  | 'tags'
  | 'sourceType'
  | 'campaignId'
  | 'contactId'
  | 'executionId'
  | 'subject'
  | 'attempt'
  | 'claimedAt'
  | 'opens'
  | 'clicks'
>

/** What the audit compares: what was asked, what is stored, and what arrived. */
export interface Evidence {
  scene: Scene
  log: FaultLog
  emails: Map<string, AuditedEmail>
  /** The messages in the inbox by the email they carry. */
  inbox: Map<string, Accepted[]>
  /** When the first event of the provider about an email was stored. */
  firstEventAt: Map<string, number>
  /** How many opens and clicks the events of an email count, by `opens <id>` and `clicks <id>`. */
  engagementOfEvents: Map<string, number>
}

interface IndexLine {
  message?: { id: string; receivedAt: string }
  send?: { tags: { Name: string; Value: string }[] } | null
}

const FIELDS =
  'projectId to status error tags sourceType campaignId contactId executionId subject attempt claimedAt opens clicks'

/** Reads everything once, after the last change. */
export async function collectEvidence(scene: Scene, log: FaultLog): Promise<Evidence> {
  // Mail to users is in the inbox, too.
  const projectIds = [...[scene.mixed, scene.campaigns, ...scene.others].map(({ id }) => id), PLATFORM_PROJECT_ID]
  const emails = await Email.find({ projectId: { $in: projectIds } }, FIELDS).lean<AuditedEmail[]>()
  const firsts = await Event.aggregate<{ _id: string; at: Date }>([
    { $match: { projectId: { $in: projectIds }, name: { $in: ['email.sent', 'email.delivery'] } } },
    { $group: { _id: '$emailId', at: { $min: '$createdAt' } } },
  ])
  const engaged = await Event.aggregate<{ _id: { emailId: string; name: string }; count: number }>([
    {
      $match: {
        projectId: { $in: projectIds },
        name: { $in: ['email.open', 'email.click'] },
        'data.machine': { $ne: true },
      },
    },
    { $group: { _id: { emailId: '$emailId', name: '$name' }, count: { $sum: '$data.count' } } },
  ])
  return {
    scene,
    log,
    engagementOfEvents: new Map(
      engaged.map(({ _id: { emailId, name }, count }) => [
        `${name === 'email.open' ? 'opens' : 'clicks'} ${emailId}`,
        count,
      ]),
    ),
    emails: new Map(emails.map((email) => [email._id, email])),
    inbox: groupBy(readInbox(scene.cluster.dataDir), ({ emailId }) => emailId),
    firstEventAt: new Map(firsts.map(({ _id, at }) => [_id, at.getTime()])),
  }
}

/** The file of the provider's own list of what it accepted. */
export function inboxFile(dataDir: string): string {
  return join(dataDir, 'provider', 'inbox.jsonl')
}

/** The provider's own list of what it accepted, oldest first. */
function readInbox(dataDir: string): Accepted[] {
  const lines = readFileSync(inboxFile(dataDir), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const { message, send } = parse(line)
    const emailId = send?.tags.find(({ Name }) => Name === EMAIL_TAG)?.Value
    return message && emailId ? [{ id: message.id, emailId, receivedAt: Date.parse(message.receivedAt) }] : []
  })
}

/** A line that a kill tore apart says nothing. */
function parse(line: string): IndexLine {
  try {
    return JSON.parse(line) as IndexLine
  } catch {
    return {}
  }
}
