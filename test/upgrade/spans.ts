import { Client, Connection } from '@temporalio/client'
import { until } from '../../bench/calls.js'
import { insist } from '../compose/insist.js'
import type { CreatedProject } from '../../commands/tenancy/projects/create-project.js'
import { Api } from '../../embedded/demo/api.js'
import { buildWorkflow } from '../../embedded/demo/build-workflow.js'
import { Contact } from '../../models/contact.js'
import { Email } from '../../models/email.js'
import { Execution, type ExecutionRecord } from '../../models/execution.js'
import { groupBy } from '../../models/domain/group-by.js'
import { check, type Finding } from '../faults/audit/findings.js'
import type { Scene } from '../faults/load/scene.js'
import type { Version } from './hosts.js'

const EVENTS = { begins: 'span begins', ends: 'span ends', sleeps: 'nap begins' } as const
const MAILS = ['Span: begins', 'Span: ends'] as const
const PATIENCE_MS = 10 * 60_000

/** Executions that one version begins and the other ends. */
interface Group {
  name: string
  from: Version
  /** Unknown until it ends. */
  to?: Version
  emails: string[]
}

/** Executions that wait or sleep while versions come and go. */
export class Spans {
  readonly #groups: Group[] = []
  readonly #scene: Scene
  readonly #project: CreatedProject
  readonly #count: number

  constructor(scene: Scene, project: CreatedProject, count: number) {
    this.#scene = scene
    this.#project = project
    this.#count = count
  }

  /** Builds two workflows: send, wait for an event, pause and send; and the same with a delay in place of the wait. */
  async build(delaySeconds: number): Promise<void> {
    const { site, key } = { site: this.#scene.cluster, key: this.#project.secretKey }
    const api = new Api({ origin: site.origins.gateway, key })
    const mail = (subject: string) => ({
      type: 'SEND_EMAIL',
      name: subject,
      mail: { subject, body: '<p>Hello {{ email }}</p>' },
    })
    const delay = (seconds: number) => ({
      type: 'DELAY',
      name: 'Pause',
      config: { amount: seconds / 60, unit: 'minutes' },
    })
    await buildWorkflow(api, {
      name: 'Waits',
      eventName: EVENTS.begins,
      steps: {
        first: mail(MAILS[0]),
        wait: { type: 'WAIT_FOR_EVENT', name: 'Wait', config: { eventName: EVENTS.ends, timeout: 36_000 } },
        pause: delay(1),
        last: mail(MAILS[1]),
      },
      transitions: [
        ['trigger', 'first'],
        ['first', 'wait'],
        ['wait', 'pause', 'event'],
        ['pause', 'last'],
      ],
    })
    await buildWorkflow(api, {
      name: 'Sleeps',
      eventName: EVENTS.sleeps,
      steps: { first: mail(MAILS[0]), pause: delay(delaySeconds), last: mail(MAILS[1]) },
      transitions: [
        ['trigger', 'first'],
        ['first', 'pause'],
        ['pause', 'last'],
      ],
    })
  }

  /** Begins executions that end by themselves after the delay. */
  async sleep(): Promise<void> {
    await this.#track(EVENTS.sleeps, this.#addresses('sleeper'))
  }

  /** Begins executions, and resolves when all of them wait. */
  async begin(name: string, from: Version): Promise<void> {
    const group = { name, from, emails: this.#addresses(name) }
    this.#groups.push(group)
    await this.#track(EVENTS.begins, group.emails)
    await this.#untilAll(group, 'WAITING')
  }

  /** Sends the event that a group waits for, and resolves when all of it have ended. */
  async end(name: string, to: Version): Promise<void> {
    const group = this.#named(name)
    await this.#track(EVENTS.ends, group.emails)
    group.to = to
    await this.#untilAll(group, 'COMPLETED')
  }

  #named(name: string): Group {
    const group = this.#groups.find((one) => one.name === name)
    if (!group) throw new Error(`No executions of the name ${name} were begun`)
    return group
  }

  /** How many executions are under way. */
  async underWay(): Promise<number> {
    return Execution.countDocuments({ projectId: this.#project.id, status: { $in: ['RUNNING', 'WAITING'] } })
  }

  /** Whether each execution sent both of its mails once, begun by the one version and ended by the other. */
  async audit(pids: Record<Version, Set<number>>): Promise<Finding[]> {
    const { id: projectId } = this.#project
    const executions = await Execution.find({ projectId }).lean()
    const mails = groupBy(await Email.find({ projectId }).lean(), ({ executionId }) => executionId ?? '')
    const findings = [
      check('an execution that spans versions ended with its two mails', executions, ({ _id, status }) => {
        const subjects = (mails.get(_id) ?? []).map(({ subject }) => subject).toSorted()
        return status === 'COMPLETED' && subjects.join() === MAILS.join()
          ? null
          : `${_id}: ${status}, ${subjects.join()}`
      }),
    ]
    for (const { name, from, to, emails } of this.#groups) {
      const workers = await this.#workersOf(await this.#executionsOf(emails))
      findings.push(
        check(
          `${name}: begun by a worker of the ${from} version, ended by the ${to}`,
          workers,
          ([id, { first, last }]) =>
            to && pids[from].has(first) && pids[to].has(last) ? null : `${id}: begun by ${first}, ended by ${last}`,
        ),
      )
    }
    return findings
  }

  #addresses(name: string): string[] {
    return Array.from({ length: this.#count }, (_, n) => `${name}${n}@example.com`)
  }

  async #track(event: string, emails: readonly string[]): Promise<void> {
    for (const email of emails) {
      await insist({
        origins: [this.#scene.cluster.origins.gateway],
        first: 0,
        path: '/v1/track',
        key: this.#project.publicKey,
        body: { email, event },
      })
    }
  }

  async #untilAll({ emails }: Group, status: ExecutionRecord['status']): Promise<void> {
    const isReached = async (): Promise<boolean> => {
      const executions = await this.#executionsOf(emails)
      return executions.length === emails.length && executions.every((one) => one.status === status)
    }
    await until(isReached, { timeoutMs: PATIENCE_MS, intervalMs: 500 })
  }

  async #executionsOf(emails: readonly string[]): Promise<ExecutionRecord[]> {
    const { id: projectId } = this.#project
    const contacts = await Contact.find({ projectId, email: { $in: emails } }, { _id: 1 }).lean()
    return Execution.find({ projectId, contactId: { $in: contacts.map(({ _id }) => _id) } }).lean()
  }

  /** The processes that did the first and the last workflow task of each execution, from Temporal's history. */
  async #workersOf(executions: readonly ExecutionRecord[]): Promise<Map<string, { first: number; last: number }>> {
    const connection = await Connection.connect({ address: this.#scene.cluster.bench.stack.info.temporal })
    try {
      const { workflow } = new Client({ connection })
      const workers = new Map<string, { first: number; last: number }>()
      for (const { _id, temporalWorkflowId } of executions) {
        const { events } = await workflow.getHandle(temporalWorkflowId).fetchHistory()
        // By default a worker names itself `<process id>@<host>`.
        const pids = (events ?? [])
          .map(({ workflowTaskCompletedEventAttributes: completed }) => completed?.identity)
          .filter((identity) => identity)
          .map((identity) => Number.parseInt(identity ?? '', 10))
        workers.set(_id, { first: pids[0] ?? 0, last: pids.at(-1) ?? 0 })
      }
      return workers
    } finally {
      await connection.close()
    }
  }
}
