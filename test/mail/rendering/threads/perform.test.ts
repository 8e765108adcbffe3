import { expect } from 'chai'
import type { RecipientLinks } from '../../../../mail/links/recipient-links.js'
import { renderEmail } from '../../compose/render-email.js'
import { eventually } from '../../../support/eventually.js'
import { inTime } from '../in-time.js'
import { RenderError } from '../../../../mail/rendering/render-message.js'
import { renderValues } from '../../../../mail/rendering/render-values.js'
import { textFromHtml, withTracking } from '../../../../mail/rendering/rendered-html.js'
import { performInThread } from '../../../../mail/rendering/threads/perform.js'
import { RenderPool } from '../../../../mail/rendering/threads/render-pool.js'

const LOOPS = '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4)
const TIME = 'The template takes longer than a second to render'
const LINKS: RecipientLinks = { unsubscribeUrl: 'https://u', subscribeUrl: 'https://s', manageUrl: 'https://m' }

const newProject = () => ({ _id: crypto.randomUUID(), name: 'Tea', language: 'en' })

const render = (project: ReturnType<typeof newProject>, body: string, variables: Record<string, unknown> = {}) =>
  renderEmail({ subject: 'Hi {{ name }}', body }, variables, { type: 'TRANSACTIONAL', project, links: LINKS })

/** Variables that count how often the event loop reads them: a rendering there does, a copy for a thread does once. */
function countedVariables(fields: Record<string, unknown> = {}) {
  let count = 0
  const variables = {
    ...fields,
    get name() {
      count += 1
      return 'Ann'
    },
  }
  return { variables, reads: () => count }
}

async function messageOf(task: Promise<unknown>): Promise<string | undefined> {
  const error: unknown = await task.catch((thrown: unknown) => thrown)
  return error instanceof RenderError ? error.message : undefined
}

/** What a body becomes, or why it was stopped. */
async function outcomeOf(body: string): Promise<string | undefined> {
  let html: string | undefined
  const message = await messageOf(inTime(() => render(newProject(), body)).then((rendered) => ({ html } = rendered)))
  return html ?? message
}

/** What a body becomes, and how often the event loop read its variables. */
async function countedRender(project: ReturnType<typeof newProject>, body: string, fields?: Record<string, unknown>) {
  return inTime(async () => {
    const { variables, reads } = countedVariables(fields)
    const { html } = await render(project, body, variables)
    return { html, reads: reads() }
  })
}

describe('a rendering that takes long', () => {
  const project = newProject()
  const known = `Dear {{ name }} ${project._id}`
  const slow = `{% if isSlow %}${LOOPS}{% endif %}Hello {{ name }} ${project._id}`
  const tried = countedVariables({ isSlow: true })

  /** Renders until the event loop has done it: other tests, and a machine that stood still, may use up its time. */
  const renderInLoop = (owner: typeof project, body: string) =>
    eventually(
      () => countedRender(owner, body),
      ({ reads }) => reads === 2,
      120_000,
    )

  before(async () => {
    await renderInLoop(newProject(), `Any {{ name }} ${project._id}`)
    await render(project, known)
    expect(await messageOf(render(project, slow, tried.variables))).to.equal(TIME)
  })

  it('is rendered in the event loop the first time alone, and in a thread from then on, whatever the values', async () => {
    expect(tried.reads()).to.be.above(1)
    const html = `Hello Ann ${project._id}`
    expect(await countedRender(project, slow, { isSlow: false })).to.deep.equal({ html, reads: 1 })
  })

  it('keeps other new templates of the same project out of the event loop', async () => {
    const html = `New Dear Ann ${project._id}`
    expect(await countedRender(project, `New ${known}`)).to.deep.equal({ html, reads: 1 })
  })

  it('leaves the templates that the project has used before in the event loop', async () => {
    const html = `Dear Ann ${project._id}`
    expect(await renderInLoop(project, known)).to.deep.equal({ html, reads: 2 })
  })

  it('does not keep that of another project waiting, and is one of values too', async () => {
    const order: unknown[] = []
    const values = { a: 'Hi {{ name }}', b: LOOPS }
    const ofValues = messageOf(renderValues(values, { name: 'Ann' }, crypto.randomUUID()))
    const other = render(newProject(), 'Dear {{ name }}', { name: 'Ann' }).then(() => order.push('other'))
    await Promise.all([ofValues.then((message) => order.push(message)), other])
    expect(order).to.deep.equal(['other', TIME])
  })
})

describe('a rendering that is large', () => {
  it('is as whole as every other', async () => {
    const body = `${'x'.repeat(1_500_000)}{{ name }}`
    const { html } = await inTime(() => render(newProject(), body, { name: 'Ann & Bob' }))
    expect(html).to.have.length(1_500_000 + 'Ann &amp; Bob'.length)
  })

  it('is parsed in a thread where it holds much Liquid', async () => {
    const project = newProject()
    const { html, reads } = await countedRender(project, `${'{{ name }}'.repeat(10_000)}${project._id}`)
    expect(html).to.equal('Ann'.repeat(10_000) + project._id)
    expect(reads).to.equal(1)
  })

  it('has the memory of the engine and not that of the event loop', async () => {
    const listOf = (length: number) => `{% assign list = (1..${length}) %}{{ list | size }}`
    expect(await outcomeOf(listOf(500_000))).to.equal('500000')
    expect(await outcomeOf(listOf(50_000_000))).to.equal('The template needs too much memory to render')
  })
})

describe('the HTML of a message', () => {
  it('is read by a thread when it is long, and does not delay that of others', async () => {
    const order: string[] = []
    const project = crypto.randomUUID()
    const long = textFromHtml('<p>tea</p>'.repeat(50_000), project).then((text) => {
      order.push('long')
      return text
    })
    const short = textFromHtml('<p>tea</p>', crypto.randomUUID()).then(() => order.push('short'))
    expect((await long).split('\n').filter((line) => line === 'tea')).to.have.length(50_000)
    await short
    expect(order).to.deep.equal(['short', 'long'])
  })

  it('is given up when nothing but time comes of it', async () => {
    // Elements that are never closed take time with the square of their number.
    const threads = new RenderPool({ threads: 1, taskMs: 300 })
    const text = performInThread(crypto.randomUUID(), 'text', '<b>'.repeat(600_000), threads)
    expect(await messageOf(text)).to.equal('The HTML takes too long to convert to text')
  })

  it('is tracked in full however many links it has', async () => {
    const html = '<a href="https://shop.example/">x</a>'.repeat(5_000)
    const tracked = await withTracking({
      html,
      isTracked: true,
      message: { projectId: crypto.randomUUID(), emailId: crypto.randomUUID() },
      keep: [],
      settings: { trackingUrl: 'https://t.example', encryptionKeys: ['ab'.repeat(32)] },
    })
    expect(tracked.match(/href="https:\/\/t\.example\/c\//g)).to.have.length(5_000)
    expect(tracked).to.not.include('shop.example')
  })
})
