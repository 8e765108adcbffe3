import { dayIn } from '../../../../commands/base/counters/day-in.js'
import type { CreatedProject } from '../../../../commands/tenancy/projects/create-project.js'
import { DailyCount, dailyCountId, type EmailCounts } from '../../../../models/daily-count.js'
import { Project } from '../../../../models/project.js'
import { createMember, createProject } from '../../../support/factories.js'
import { UsageTally } from '../../../support/models.js'
import type { TestGateway } from '../../../support/gateway.js'
import type { HttpClient } from '../../../support/http-client.js'
import type { StripeServer } from '../../../support/stripe-server.js'

/** A project with its owner, signed in, and the path of its billing. */
export interface PayingProject {
  project: CreatedProject
  projectId: string
  owner: HttpClient
  /** `/users/@me/projects/<id>`. */
  path: string
  customerId: string
}

let customers = 0

/** A project that is a customer at Stripe. */
export async function createPayingProject(gateway: TestGateway): Promise<PayingProject> {
  const customerId = `cus_test_${process.pid}_${(customers += 1)}`
  const unpaying = await createOwnedProject(gateway)
  await Project.updateOne({ _id: unpaying.projectId }, { $set: { 'billing.customerId': customerId } })
  return { ...unpaying, customerId }
}

/** A project that was never a customer at Stripe. */
export async function createOwnedProject(gateway: TestGateway): Promise<Omit<PayingProject, 'customerId'>> {
  const project = await createProject()
  const owner = gateway.signedIn(await createMember({ projectId: project.id, role: 'OWNER' }))
  return { project, projectId: project.id, owner, path: `/users/@me/projects/${project.id}` }
}

/** Stores the counters of a day. */
export async function countEmails(
  projectId: string,
  emails: EmailCounts,
  date = dayIn('UTC', new Date()),
): Promise<void> {
  const record = { _id: dailyCountId(projectId, date), projectId, date, emails }
  await DailyCount.collection.insertOne(record)
}

/** The state of a project. */
export async function stateOf(projectId: string) {
  const { disabled, disabledReason, billing } = await Project.findById(projectId).orFail().lean()
  return { disabled, disabledReason, status: billing?.subscription?.status ?? null }
}

/** Notifies the gateway of a change of the customer, as Stripe does. */
export async function tell(
  gateway: TestGateway,
  stripe: StripeServer,
  customerId: string,
  type = 'customer.subscription.updated',
): Promise<number> {
  return (await stripe.deliver(gateway.as(), stripe.event(type, customerId))).status
}

/** Moves everything that was leased and read for the limits of a project a minute back. */
export async function ageTally(projectId: string): Promise<void> {
  const { _id, blocks, quietSince, readAt } = await UsageTally.findOne({ projectId }).orFail().lean()
  const earlier = (time: Date): Date => new Date(time.getTime() - 60_000)
  const aged = {
    blocks: blocks.map((block) => ({ ...block, until: earlier(block.until) })),
    quietSince: quietSince && earlier(quietSince),
    readAt: earlier(readAt),
  }
  await UsageTally.updateOne({ _id }, { $set: aged })
}
