import { createMessageComposer } from '../../../mail/compose/message-composer.js'
import { expectFilledIn, messagesOf, SETTINGS, type MessagesCase } from './both-ways.js'

const CONTENT = { subject: 'Hi', body: '<p>Hello {{ name }}</p>{{ order | raw }}' }
const recipients = (count: number, data: (n: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, n) => ({ name: `Ann ${n}`, ...data(n) }))

/** Composes messages one after the other, each when all compilations have ended; answers which were filled in. */
async function composeAll(messages: MessagesCase, isPrepared = false): Promise<boolean[]> {
  const filledIn: boolean[] = []
  const compiling: Promise<void>[] = []
  const composer = createMessageComposer(SETTINGS, {
    onComposed: (is) => void filledIn.push(is),
    onCompiling: (done) => void compiling.push(done),
  })
  const [first, ...others] = messagesOf(messages)
  if (!first) return []
  if (isPrepared) await composer.prepare(first)
  for (const message of [first, ...others]) {
    await composer.compose(message)
    await Promise.all(compiling)
  }
  return filledIn
}

const expectInTurn = (people: Record<string, unknown>[], expected: boolean[]): Promise<void> =>
  expectFilledIn({ content: CONTENT, recipients: people }, expected, (messages) => composeAll(messages))

describe('a content', () => {
  it('is compiled at its fourth message, so that one which is sent once costs nothing more', async () => {
    await expectInTurn(recipients(7), [false, false, false, false, true, true, true])
  })

  it('is filled in from its first message on when it was prepared', async () => {
    const messages = { content: CONTENT, recipients: recipients(3) }
    await expectFilledIn(messages, [true, true, true], (worded) => composeAll(worded, true))
  })

  it('is compiled again for each other document that several recipients have in common', async () => {
    const plans = recipients(16, (n) => ({ order: n % 2 === 0 ? '<b>pro</b>' : '<i>free</i>' }))
    await expectInTurn(
      plans,
      plans.map((_, n) => n >= 8),
    )
  })

  it('is not compiled where each recipient has another document', async () => {
    const orders = recipients(12, (n) => ({ order: `<b>${n}</b>` }))
    await expectInTurn(
      orders,
      orders.map(() => false),
    )
  })
})
