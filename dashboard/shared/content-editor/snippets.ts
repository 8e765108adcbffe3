import { t } from '../../messages/index.js'

/** Pieces of HTML that mailboxes show alike, to begin with. */
export const SNIPPETS: readonly { label: string; text: string }[] = [
  {
    label: t.content.snippets.button,
    text: `<table role="presentation" cellpadding="0" cellspacing="0">
  <tr>
    <td style="border-radius: 6px; background: #2f5fd0">
      <a href="https://" style="display: inline-block; padding: 12px 20px; color: #ffffff; text-decoration: none">
        Button
      </a>
    </td>
  </tr>
</table>
`,
  },
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
  { label: t.content.snippets.condition, text: `{% if plan == "pro" %}\n{% else %}\n{% endif %}\n` },
]

/** The HTML of an uploaded image. */
export function imageHtml(url: string, name: string): string {
  return `<img src="${url}" alt="${escaped(name.replace(/\.\w+$/, ''))}" style="max-width: 100%" />`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
