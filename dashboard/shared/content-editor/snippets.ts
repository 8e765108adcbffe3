import { t } from '../../messages/index.js'

/** Pieces of HTML that mailboxes show alike, to begin with. */
export const SNIPPETS: readonly { label: string; text: string }[] = [
  {
    label: t.content.snippets.columns,
    text: `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
  <tr>
    <td width="50%" valign="top" style="padding-right: 12px">Left</td>
    <td width="50%" valign="top" style="padding-left: 12px">Right</td>
  </tr>
</table>
`,
  },
  {
    label: t.content.snippets.preheader,
    text: `<div style="display: none; max-height: 0; overflow: hidden">What lists show beside the subject</div>
`,
  },
  {
    label: t.content.snippets.footer,
    text: `<p style="font-size: 12px; color: #666666">
  <a href="{{ unsubscribeUrl }}">Unsubscribe</a> · <a href="{{ manageUrl }}">Preferences</a>
</p>
`,
  },
]

const ALWAYS_THERE = /^(?:email$|subscribed$|contact\.)/

/** A condition on the first custom field of the project, or on the subscription where there is none. */
export function conditionSnippet(variables: readonly { label: string; detail?: string | undefined }[]): string {
  const links: Record<string, string> = t.content.variables
  const own = variables.find(({ label }) => !ALWAYS_THERE.test(label) && !Object.hasOwn(links, label))
  return `{% if ${own?.label ?? 'subscribed'} %}\n{% else %}\n{% endif %}\n`
}

/** The HTML of a button. Its link is asked for before, so that no button leads nowhere. */
export function buttonHtml(label: string, url: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0">
  <tr>
    <td style="border-radius: 6px; background: #2f5fd0">
      <a href="${escaped(url)}" style="display: inline-block; padding: 12px 20px; color: #ffffff; text-decoration: none">
        ${escaped(label)}
      </a>
    </td>
  </tr>
</table>
`
}

/** The HTML of an uploaded image with its alternative text. */
export function imageHtml(url: string, alt: string): string {
  return `<img src="${url}" alt="${escaped(alt)}" style="max-width: 100%" />`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
