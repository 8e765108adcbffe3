import { Email } from '../../models/email.js'
import { killRunning } from '../load/kill.js'
import { Mailer } from '../load/mails.js'
import { untilReached } from '../load/inbox.js'
import { definePart } from '../part.js'
import type { MeasuredStack } from '../stack-pool.js'

const CONCURRENCY = 50
const KILLS = 5
const SHARE_DROPPED = 0.05

/**
 * Transactional mail with failures: the mails that are lost or come twice. `AMBIGUOUS_SEND_POLICY` decides the outcome
 * of a message whose answer is lost while no notifications are set up.
 */
export const sendFaults = definePart({
  name: 'send-faults',
  title: 'mails that are lost or come twice: answers dropped, provider throttled, worker killed',
  runs: 'all',
  options: {
    dropped: {
      normal: 1_000,
      quick: 100,
      meaning: 'mails of which 5 % are never answered, without and with notifications',
    },
    throttled: { normal: 1_000, quick: 100, meaning: 'mails to a provider of 50 a second and 10 % errors' },
    killed: { normal: 5_000, quick: 500, meaning: 'mails while the worker is killed five times' },
  },
  async run({ sizes, freshStack, say }) {
    const stack = await freshStack()
    const round = new Rounds(stack, say)
    // The round without notifications comes first: for ten minutes after any notification, a missing one proves that a
    // message was not sent.
    for (const notify of [false, true]) {
      const name = `dropped, notifications ${notify ? 'on' : 'off'}`
      if (sizes.dropped > 0) await round.dropped(sizes.dropped, name, notify)
    }
    if (sizes.throttled > 0) await round.throttled(sizes.throttled)
    if (sizes.killed > 0) await round.killed(sizes.killed)
    return { figures: round.figures }
  },
})

class Rounds {
  readonly figures: Record<string, number> = {}
  readonly #stack: MeasuredStack
  readonly #say: (line: string) => void

  constructor(stack: MeasuredStack, say: (line: string) => void) {
    this.#stack = stack
    this.#say = say
  }

  async dropped(size: number, name: string, notify: boolean): Promise<void> {
    const { inbox } = this.#stack
    await inbox.behave({ dropResponseRate: SHARE_DROPPED, notify })
    const mailer = await this.#mailer(name)
    await mailer.sendMany(size, CONCURRENCY, name.replaceAll(/\W+/g, '-'))
    await inbox.behave({ notify })
    await this.#report(name, notify ? 'droppedNotified' : 'dropped', mailer, size)
  }

  async throttled(size: number): Promise<void> {
    await this.#stack.inbox.behave({ throttlePerSecond: 50, errorRate: 0.1 })
    const mailer = await this.#mailer('throttled')
    await mailer.sendMany(size, CONCURRENCY, 'throttled')
    await this.#report('throttled to 50/s with 10 % errors', 'throttled', mailer, size)
  }

  async killed(size: number): Promise<void> {
    const { inbox } = this.#stack
    await inbox.behave({})
    const mailer = await this.#mailer('killed')
    const sending = mailer.sendMany(size, CONCURRENCY, 'killed')
    // A rejection is awaited below, after the kills.
    sending.catch(() => undefined)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await inbox.untilCount((kill * size) / (KILLS + 2))
      await killRunning(this.#stack, 'worker')
    }
    await sending
    await this.#report(`worker killed ${KILLS} times`, 'killed', mailer, size)
  }

  async #mailer(name: string): Promise<Mailer> {
    await this.#stack.inbox.clear()
    return new Mailer(this.#stack, await this.#stack.makeProject(name), CONCURRENCY)
  }

  /** Waits until every mail has an outcome; returns how many are missing, came twice or failed. */
  async #report(what: string, name: string, { project, requests }: Mailer, size: number): Promise<void> {
    const { inbox } = this.#stack
    const ended = { projectId: project.id, status: { $nin: ['PENDING' as const, 'SENDING' as const] } }
    await untilReached('mails with an outcome', size, () => Email.countDocuments(ended))
    requests.close()
    const recipients = (await inbox.list()).flatMap(({ to }) => to)
    const different = new Set(recipients).size
    const failed = await Email.countDocuments({ projectId: project.id, status: 'FAILED' })
    const [lost, twice] = [size - different, recipients.length - different]
    this.#say(`${what}: ${size} sent, lost ${lost}, twice ${twice}, failed ${failed}`)
    Object.assign(this.figures, { [`${name}Lost`]: lost, [`${name}Twice`]: twice, [`${name}Failed`]: failed })
  }
}
