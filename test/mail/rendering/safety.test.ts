import { expect } from 'chai'
import { checkSyntax, compile } from '../../../mail/rendering/compile.js'
import { render, renderMessage, RenderError } from '../../../mail/rendering/render-message.js'

const print = (source: string, variables: Record<string, unknown> = {}) =>
  render(compile(source), variables, { escape: true })

const failure = (source: string, variables: Record<string, unknown> = {}): RenderError => {
  try {
    print(source, variables)
  } catch (error) {
    expect(error).to.be.instanceOf(RenderError)
    return error as RenderError
  }
  throw new Error('It did not fail')
}

describe('rendering of hostile input', () => {
  it('lets no filter run a text as an expression', () => {
    for (const filter of ['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp']) {
      expect(checkSyntax(`{{ items | ${filter}: "item", rule }}`), filter).to.not.equal(null)
    }
  })

  it('prints a field even when it is called like a method', () => {
    const variables = { user: { toString: 'x', valueOf: 'y' } }
    expect(print('{{ user.toString }}', variables)).to.equal('x')
    expect(print('{{ user }}', variables)).to.equal(
      '{&quot;toString&quot;:&quot;x&quot;,&quot;valueOf&quot;:&quot;y&quot;}',
    )
  })

  it('knows no tag that reads another template or a file', () => {
    for (const tag of ['include', 'render', 'layout', 'block']) {
      expect(checkSyntax(`{% ${tag} "/etc/passwd" %}`)?.message, tag).to.equal(`Tag "${tag}" not found`)
    }
  })

  it('carries nothing from one rendering to the next', () => {
    const variables = { count: 5 }
    expect(print('{% increment count %}{% assign x = 1 %}', variables)).to.equal('5')
    expect(print('{% increment count %}{{ x }}', variables)).to.equal('5')
    expect(variables).to.deep.equal({ count: 5 })
  })

  it('says where it failed and nothing of the values', () => {
    const error = failure('Hello\n  {{ link | url_decode }}', { link: 'ann@example.com%' })
    expect(error.message).to.equal('The template failed at line 2, column 3')
    expect(error.cause).to.equal(undefined)
  })
})

describe('renderMessage', () => {
  it('escapes in the body and not in the subject', () => {
    const message = renderMessage({ subject: 'Hi {{ name }}', body: '<p>{{ name }}</p>' }, { name: 'A & B' })
    expect(message).to.deep.equal({ subject: 'Hi A & B', html: '<p>A &amp; B</p>', parameters: [] })
  })

  it('names the part that cannot be parsed', () => {
    expect(() => renderMessage({ subject: 'Hi', body: 'a\n{{ name' }, {})).to.throw(
      RenderError,
      'The body has a Liquid syntax error at line 2, column 1',
    )
  })
})
