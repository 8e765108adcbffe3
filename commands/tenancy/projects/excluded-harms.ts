import type { ClientSession } from 'mongoose'
import { Campaign } from '../../../models/campaign.js'
import type { EmailRecord } from '../../../models/email.js'
import { Project } from '../../../models/project.js'

/** An email with a bounce or a complaint that is being recorded. */
export type HarmedEmail = Pick<
  EmailRecord,
  '_id' | 'projectId' | 'answerableProjectId' | 'sourceType' | 'campaignId' | 'sentAt' | 'createdAt'
>

/**
 * The ids of the emails whose bounces and complaints are excluded from the levels of the reputation: those that were
 * sent before the project was enabled, those that a campaign sent before it was resumed, and those of a campaign that
 * is paused in the place of its project. One read for the projects, one for the campaigns, and none without emails.
 */
export async function excludedHarms(
  emails: readonly HarmedEmail[],
  session: ClientSession,
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const ofProjects = await marksOfProjects(emails)
  const ofCampaigns = await marksOfCampaigns(emails, session)
  const isExcluded = (email: HarmedEmail): boolean => {
    const sentAt = email.sentAt ?? email.createdAt
    const marks = [ofProjects.get(judgedProject(email)), ofCampaigns.get(campaignOf(email))]
    return marks.some((mark) => mark !== undefined && sentAt <= mark)
  }
  return new Set(emails.filter(isExcluded).map(({ _id }) => _id))
}

const NEVER = new Date(0)
const ALWAYS = new Date(8.64e15)

// Outside of the transaction, which must not touch the shard of the directory.
async function marksOfProjects(emails: readonly HarmedEmail[]): Promise<ReadonlyMap<string, Date>> {
  const ids = [...new Set(emails.map(judgedProject))]
  const marked = { _id: { $in: ids }, judgedSince: { $exists: true } }
  const projects = await Project.find(marked, { judgedSince: 1 }).lean()
  return new Map(projects.flatMap(({ _id, judgedSince }) => (judgedSince ? [[_id, judgedSince] as const] : [])))
}

/** The time up to which the mail of each campaign is excluded. */
async function marksOfCampaigns(
  emails: readonly HarmedEmail[],
  session: ClientSession,
): Promise<ReadonlyMap<string, Date>> {
  const ids = [...new Set(emails.map(campaignOf))].filter((id) => id !== '')
  if (ids.length === 0) return new Map()
  const projectIds = [...new Set(emails.map(({ projectId }) => projectId))]
  const judged = { _id: { $in: ids }, projectId: { $in: projectIds }, judgement: { $exists: true } }
  const campaigns = await Campaign.find(judged, { judgement: 1 }, { session }).lean()
  return new Map(
    campaigns.map(({ _id, judgement }) => [_id, judgement?.since ?? (judgement?.isSpared ? ALWAYS : NEVER)]),
  )
}

/** The project whose reputation an email concerns. */
function judgedProject({ projectId, answerableProjectId }: HarmedEmail): string {
  return answerableProjectId ?? projectId
}

function campaignOf({ campaignId, sourceType }: HarmedEmail): string {
  return sourceType === 'CAMPAIGN' && campaignId ? campaignId : ''
}
