import { EditorState } from '@codemirror/state'
import { expect } from 'chai'
import { grammarOf } from '../../dashboard/shared/code-editor/editor-extensions.js'
import { formatChanges } from '../../dashboard/shared/code-editor/format-source.js'
import { fixed, fixOf } from '../../dashboard/shared/content-editor/fixes.js'
import { LineIndex } from '../../dashboard/shared/content-editor/line-index.js'
import { listFindings } from '../../dashboard/shared/content-editor/listed-finding.js'
import { withWording, wordingIn, type Finding } from '../../dashboard/shared/content-editor/message-draft.js'
import { readSample } from '../../dashboard/shared/content-editor/sample-data.js'
import { imageHtml } from '../../dashboard/shared/content-editor/snippets.js'
import { variableOf } from '../../dashboard/shared/content-editor/variables.js'
import { templateFilters } from '../../dashboard/pages/templates/filters.js'
import {
  gapsOf,
  isLanguageTag,
  patchOf,
  withLanguage,
  withoutLanguage,
  type TemplateValue,
} from '../../dashboard/pages/templates/template-value.js'

const VALUE: TemplateValue = {
  name: 'Welcome',
  description: null,
  subject: 'Hello',
  body: '<p>Hello</p>',
  design: null,
  mjml: null,
  from: 'hello@example.com',
  fromName: null,
  replyTo: null,
  type: 'MARKETING',
  translations: null,
}

const finding = (part: Partial<Finding>): Finding => ({
  code: 'unknown_variable',
  severity: 'warning',
  message: '',
  suggestion: null,
  variable: null,
  field: 'body',
  line: null,
  column: null,
  element: null,
  blockId: null,
  ...part,
})

const wording = (body: string) => ({ subject: '', body })

describe('the findings in a source', () => {
  it('have a line and column, or an element', () => {
    const source = '<p>One</p>\n<p>{{ plan }}</p>\n<img src="/a.png">'
    const [variable, image, whole] = listFindings(
      [
        finding({ line: 2, column: 4 }),
        finding({ field: 'html', element: '<img src="/a.png">', line: 9 }),
        finding({ field: 'html' }),
      ],
      wording(source),
      null,
    )
    expect(variable?.place).to.deep.equal({ line: 2, column: 4, length: '{{ plan }}'.length })
    expect(image?.place).to.deep.equal({ line: 3, column: 1, length: '<img src="/a.png">'.length })
    expect(whole?.place).to.equal(null)
  })

  it('of another language have no place in this one, and name their language', () => {
    const errors = [finding({ field: 'translations.de.body', line: 1 }), finding({ field: 'body', line: 1 })]
    const inGerman = listFindings(errors, wording('<p></p>'), 'de').map(({ elsewhere }) => elsewhere)
    expect(inGerman).to.deep.equal([null, { language: null }])
    const [footer] = listFindings([finding({ code: 'footer_added' })], wording('<p></p>'), 'de')
    expect(footer?.elsewhere).to.equal(null)
    const [german] = listFindings(errors, wording('<p></p>'), null)
    expect(german).to.deep.include({ place: null, elsewhere: { language: 'de' } })
  })

  it('can be corrected automatically when there is one correction', () => {
    const fixes = [
      ['variable_without_fallback', '{{ plan }}', '{{ plan ?? "" }}'],
      ['variable_without_fallback', '{{- first name | upcase }}', '{{- first name ?? "" | upcase }}'],
      ['variable_without_fallback', '{{ first-name -}}', '{{ first-name ?? "" -}}'],
      ['image_without_alt', '<img src="/a.png">', '<img alt="" src="/a.png">'],
      ['link_without_scheme', '<a class="b" href="www.a.example">', '<a class="b" href="https://www.a.example">'],
    ] as const
    for (const [code, source, cured] of fixes) {
      const fix = fixOf(finding({ code }), 0, source)
      expect(fix && fixed(source, fix)).to.equal(cured)
    }
    expect(fixOf(finding({ code: 'link_without_scheme' }), 0, '<a href="/sale">')).to.equal(null)
    expect(fixOf(finding({ code: 'link_empty' }), 0, '<a href="">')).to.equal(null)
    // A text other than the one of the finding does not change.
    for (const other of ['{{ plan ?? "" }}', 'Hello {{ plan }}', 'words alone']) {
      expect(fixOf(finding({ code: 'variable_without_fallback' }), 0, other)).to.equal(null)
    }
    const wayOut = fixOf(finding({ code: 'no_unsubscribe_link' }), null, '<p></p>')
    expect(wayOut && fixed('<p></p>', wayOut)).to.match(/^<p><\/p>\n.*unsubscribeUrl/)
  })

  it('beyond the end of a shortened text are placed at its end', () => {
    const lines = new LineIndex('one\ntwo')
    expect(lines.offsetOf({ line: 9, column: 9 })).to.equal('one\ntwo'.length)
    expect(lines.placeOf('one\n'.length)).to.deep.equal({ line: 2, column: 1 })
    expect(lines.placeOf(0)).to.deep.equal({ line: 1, column: 1 })
  })
})

describe('a source that is formatted', () => {
  const format = (doc: string): string => {
    const state = EditorState.create({ doc, extensions: grammarOf('html', []) })
    return state.update({ changes: formatChanges(state) ?? [] }).state.doc.toString()
  }
  const FORMATTED = `<table>
  <tr>
    <td title="one
two">
      {% if plan == "pro" %}
        <p>Hello
          {{ name }}</p>
      {% endif %}
      <!--[if mso]>
 <b>kept</b>
<![endif]-->
      <pre>
 kept
   <i>
 kept</i>
</pre>
      <div style="white-space: pre-line">
 kept
</div>
    </td>
  </tr>
</table>`

  it('is indented by its nesting in HTML and Liquid, except where spaces belong to the message', () => {
    // The lines that keep their spaces are not changed.
    const flat = FORMATTED.replace(/^ +(?! |kept|<i>|<b>)/gm, '')
    expect(flat).not.to.equal(FORMATTED)
    expect(format(flat)).to.equal(FORMATTED)
    expect(format(FORMATTED)).to.equal(FORMATTED)
  })
})

describe('the words of a message', () => {
  it('can be changed in one language alone', () => {
    const german = withWording(VALUE, 'de', { subject: 'Hallo' })
    expect(german.translations).to.deep.equal({
      de: { subject: 'Hallo', body: '<p>Hello</p>', design: null, mjml: null },
    })
    expect(wordingIn(german, 'de').subject).to.equal('Hallo')
    expect(wordingIn(german, 'fr').subject).to.equal('Hello')
    expect(withWording(german, null, { body: '' })).to.include({ subject: 'Hello', body: '' })
  })

  it('of a new translation are a copy, marked as not translated yet', () => {
    const value = withLanguage(VALUE, 'de')
    expect(gapsOf(value, 'de')).to.deep.equal(['sameSubject', 'sameBody'])
    const half = { ...value, translations: { de: { subject: ' ', body: '<p>Hallo</p>' } } }
    expect(gapsOf(half, 'de')).to.deep.equal(['noSubject'])
    expect(withoutLanguage(value, 'de').translations).to.equal(null)
  })

  it('are sent when they have changed, with the date of the state that was edited', () => {
    const changed = { ...VALUE, subject: 'Hi', replyTo: 'a@example.com' }
    expect(patchOf(changed, VALUE, 'then')).to.deep.equal({
      subject: 'Hi',
      replyTo: 'a@example.com',
      ifUpdatedAt: 'then',
    })
    expect(patchOf(VALUE, changed, null)).to.deep.equal({ subject: 'Hello', replyTo: null })
  })
})

describe('what is written around a template', () => {
  it('writes a field as a template does', () => {
    for (const [field, isCustom, name] of [
      ['email', false, 'email'],
      ['createdAt', false, 'contact.createdAt'],
      ['data.first name', true, 'first name'],
      ['data.net / gross', true, 'data["net / gross"]'],
    ] as const) {
      expect(variableOf({ field, isCustom })).to.equal(name)
    }
  })

  it('accepts only an object as sample data', () => {
    expect(readSample('{ "plan": "pro" }')).to.deep.equal({ plan: 'pro' })
    for (const nothing of ['', ' ', '{}']) expect(readSample(nothing)).to.equal(null)
    for (const wrong of ['{', '[]', '1', 'null']) expect(readSample(wrong), wrong).to.equal(undefined)
  })

  it('escapes the alternative text of an image', () => {
    expect(imageHtml('https://a.example/1.png', '"><script>')).to.include('alt="&quot;>&lt;script>"')
  })

  it('reads filters and languages from any text', () => {
    const filters = templateFilters.read({ q: '', type: 'SPAM', sort: 'name-asc', page: -1, isNew: 'yes' })
    expect(filters).to.deep.equal({
      q: undefined,
      type: undefined,
      sort: 'name-asc',
      page: undefined,
      archived: undefined,
      isNew: undefined,
      unread: 'type,page,isNew',
    })
    expect(templateFilters.query({ q: 'a', page: 2 })).to.include({
      search: 'a',
      page: 2,
      sort: 'updatedAt',
      dir: 'desc',
    })
    expect(['de', 'pt-BR', 'zh_Hant', ''].map(isLanguageTag)).to.deep.equal([true, true, true, false])
  })
})
