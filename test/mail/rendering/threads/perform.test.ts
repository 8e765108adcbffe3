import { expect } from 'chai'
import type { RecipientLinks } from '../../../../mail/links/recipient-links.js'
import { renderEmail } from '../../../../mail/rendering/render-email.js'
import { RenderError } from '../../../../mail/rendering/render-message.js'
import { renderValues } from '../../../../mail/rendering/render-values.js'
import { textFromHtml, withTracking } from '../../../../mail/rendering/rendered-html.js'

const LOOPS = '{% for a in (1..9999) %}'.repeat(4) + '{% endfor %}'.repeat(4)
const TIME = 'The template takes longer than a second to render'
const LINKS: RecipientLinks = { unsubscribeUrl: 'https://u', subscribeUrl: 'https://s', manageUrl: 'https://m' }

const newProject = () => ({ _id: crypto.randomUUID(), name: 'Tea', language: 'en' })

const render = (project: ReturnType<typeof newProject>, body: string, variables: Record<string, unknown> = {}) =>
  renderEmail({ subject: 'Hi {{ name }}', body }, variables, { type: 'TRANSACTIONAL', project, links: LINKS })

/** Variables that count how often the event loop reads them: a rendering there does, a copy for a thread does once. */
function countedVariables(): { variables: Record<string, unknown>; reads: () => number } {
  let count = 0
  const variables = {
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

describe('a rendering that takes long', () => {
  it('does not keep that of another project waiting', async () => {
    const order: string[] = []
    const slow = render(newProject(), LOOPS).catch(() => order.push('slow'))
    const other = render(newProject(), 'Dear {{ name }}', { name: 'Ann' }).then(() => order.push('other'))
    await Promise.all([slow, other])
    expect(order).to.deep.equal(['other', 'slow'])
  })

  it('is tried in the event loop once, and not again', async () => {
    const project = newProject()
    const body = `${LOOPS}<!-- ${project._id} -->`
    const [first, second] = [countedVariables(), countedVariables()]
    expect(await messageOf(render(project, body, first.variables))).to.equal(TIME)
    expect(first.reads()).to.be.above(1)
    expect(await messageOf(render(project, body, second.variables))).to.equal(TIME)
    expect(second.reads()).to.equal(1)
  })

  it('is not tried there at all when it is another new template of the same project', async () => {
    const project = newProject()
    const { variables, reads } = countedVariables()
    expect(await messageOf(render(project, `${LOOPS}<!-- one ${project._id} -->`))).to.equal(TIME)
    expect(await messageOf(render(project, `${LOOPS}<!-- two ${project._id} -->`, variables))).to.equal(TIME)
    expect(reads()).to.equal(1)
  })

  it('leaves the templates that the project has used before in the event loop', async () => {
    const project = newProject()
    const body = `Dear {{ name }} ${project._id}`
    await render(project, body)
    expect(await messageOf(render(project, `${LOOPS}<!-- ${project._id} -->`))).to.equal(TIME)
    const { variables, reads } = countedVariables()
    expect(await render(project, body, variables)).to.have.property('html', `Dear Ann ${project._id}`)
    expect(reads()).to.equal(2)
  })

  it('is one of values too', async () => {
    const values = { a: 'Hi {{ name }}', b: LOOPS }
    expect(await messageOf(renderValues(values, { name: 'Ann' }, crypto.randomUUID()))).to.equal(TIME)
  })
})

describe('a rendering that is large', () => {
  it('is as whole as any other', async () => {
    const { html } = await render(newProject(), `${'x'.repeat(1_500_000)}{{ name }}`, { name: 'Ann & Bob' })
    expect(html).to.have.length(1_500_000 + 'Ann &amp; Bob'.length)
  })

  it('is parsed in a thread where it holds much Liquid', async () => {
    const project = newProject()
    const { variables, reads } = countedVariables()
    const { html } = await render(project, `${'{{ name }}'.repeat(10_000)}${project._id}`, variables)
    expect(html).to.equal('Ann'.repeat(10_000) + project._id)
    expect(reads()).to.equal(1)
  })

  it('has the memory of the engine and not that of the event loop', async () => {
    const body = '{% assign s = "x" %}{% for i in (1..19) %}{% assign s = s | append: s %}{% endfor %}{{ s | size }}'
    expect(await render(newProject(), body)).to.have.property('html', String(2 ** 19))
    const message = await messageOf(render(newProject(), body.replace('19', '40')))
    expect(message).to.equal('The template needs too much memory to render')
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
    const text = textFromHtml('<b>'.repeat(600_000), crypto.randomUUID())
    expect(await messageOf(text)).to.equal('The HTML takes too long to be turned into text')
  })

  it('is tracked in full however many links it has', async () => {
    const html = '<a href="https://shop.example/">x</a>'.repeat(5_000)
    const tracked = await withTracking({
      html,
      message: { projectId: crypto.randomUUID(), emailId: crypto.randomUUID() },
      keep: [],
      settings: { trackingUrl: 'https://t.example', encryptionKey: 'ab'.repeat(32) },
    })
    expect(tracked.match(/href="https:\/\/t\.example\/c\//g)).to.have.length(5_000)
    expect(tracked).to.not.include('shop.example')
  })
})
