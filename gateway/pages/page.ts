import { content, type Content } from '../http/response/reply.js'
import { html, type Html } from './html.js'
import { PAGE_POLICY, PAGE_STYLE } from './page-style.js'
import type { Language } from '../../models/domain/choose-language.js'

/** A complete page for recipients, with the headers that isolate it and keep it out of search engines. */
export function page({ language, title, body }: { language: Language; title: string; body: Html }): Content {
  const { source } = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${PAGE_STYLE}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return content('text/html', source, { 'Content-Security-Policy': PAGE_POLICY, 'X-Robots-Tag': 'noindex' })
}
