import { randomUUID } from 'node:crypto'
import { EXAMPLE_IDS } from '../../gateway/schemas/ids.js'
import { recipientLinks } from '../../mail/links/recipient-links.js'
import { Member } from '../../models/member.js'
import { Suppression } from '../../models/suppression.js'
import { createTrackingTokens } from '../../mail/links/tracking-tokens.js'
import { ENCRYPTION_KEYS } from '../support/config.js'
import { createExampleRecords } from '../support/example-records.js'
import {
  createBulkJob,
  createCampaign,
  createContact,
  createExportJob,
  createMember,
  createProject,
  createSegment,
  createTemplate,
  createWorkflow,
} from '../support/factories.js'
import { makeStep } from '../support/graphs.js'

/** What there is for the requests of a run to name. */
export interface FuzzRecords {
  /** The ids and tokens of each kind. */
  values: Record<string, string[]>
  /** What may be used up, by kind. */
  spares: Record<string, string[]>
}

/** An account to change the password of; its session ends with that. */
export const OTHER_USER = { email: 'mary@example.com', password: 'correct horse battery staple' }

/** An account that signs out. */
export const LEAVING_USER = { email: 'lisa@example.com', password: 'correct horse battery staple' }

const SPARES = 40
// A user owns fifty at most.
const PROJECTS = 20
const ONE_DAY = { amount: 1, unit: 'days' }

/** Fills a project with what the examples of the reference name, and with what the requests of a run use up. */
export async function createFuzzRecords(projectId: string): Promise<FuzzRecords> {
  await createExampleRecords(projectId)
  for (const user of [OTHER_USER, LEAVING_USER]) await createMember({ projectId, role: 'MEMBER' }, user)
  const { userId } = await Member.findOne({ projectId, role: 'OWNER' }).sort({ createdAt: 1 }).orFail().lean()
  const ownProject = async (): Promise<string> => {
    const { id } = await createProject()
    await Member.create({ projectId: id, userId, role: 'OWNER' })
    return id
  }
  // The project of the requests keeps its keys and members, and is not deleted.
  const project = await ownProject()
  await Member.create({ projectId: project, userId: EXAMPLE_IDS.member, role: 'MEMBER' })
  const bulkJob = await createBulkJob({ projectId })
  const exportJob = await createExportJob({ projectId })
  await Suppression.create({ projectId, email: 'ada@example.com', reason: 'BOUNCE' })
  const { _id: staticSegment } = await createSegment({ projectId })
  const steps = Array.from({ length: 4 * SPARES }, () => makeStep('DELAY', { id: randomUUID(), config: ONE_DAY }))
  const lastStep = makeStep('EXIT', { id: randomUUID() })
  const workflow = await createWorkflow({ projectId, steps: [...steps, lastStep], transitions: [], allowReentry: true })
  const contacts = await ids(() => createContact({ projectId }))
  return {
    values: {
      ...Object.fromEntries(Object.entries(EXAMPLE_IDS).map(([kind, id]) => [kind, [id]])),
      contact: [EXAMPLE_IDS.contact, ...contacts],
      otherProjects: [EXAMPLE_IDS.project, projectId],
      project: [project],
      bulkJob: [bulkJob._id],
      exportJob: [exportJob._id],
      segment: [EXAMPLE_IDS.segment, staticSegment],
      openWorkflow: [workflow._id],
      openStep: [lastStep.id],
      ...tokensOf(projectId),
    },
    spares: {
      contact: await ids(() => createContact({ projectId })),
      entrant: await ids(() => createContact({ projectId })),
      template: await ids(() => createTemplate({ projectId })),
      campaign: await ids(() => createCampaign({ projectId })),
      segment: await ids(() => createSegment({ projectId })),
      workflow: await ids(() => createWorkflow({ projectId, steps: [makeStep('EXIT', { id: randomUUID() })] })),
      step: steps.map(({ id }) => id),
      project: await ids(async () => ({ _id: await ownProject() }), PROJECTS),
    },
  }
}

async function ids(create: () => Promise<{ _id: string }>, count = SPARES): Promise<string[]> {
  const created = await Promise.all(Array.from({ length: count }, create))
  return created.map(({ _id }) => _id)
}

/** The tokens of a message's links: of its recipient's pages, of a link of its own, and of its pixel. */
function tokensOf(projectId: string): Record<string, string[]> {
  const { email: emailId, contact: contactId } = EXAMPLE_IDS
  const settings = { gatewayUrl: '', encryptionKeys: ENCRYPTION_KEYS }
  const { manageUrl } = recipientLinks({ projectId, contactId, emailId }, settings)
  const tokens = createTrackingTokens(ENCRYPTION_KEYS)
  return {
    page: [manageUrl.slice(manageUrl.lastIndexOf('/') + 1)],
    click: [tokens.forClick({ projectId, emailId }, 'https://example.com/')],
    open: [tokens.forOpen({ projectId, emailId })],
  }
}
