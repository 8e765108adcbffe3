import type { MessageLink } from '../frame/shown-message.js'
import { formatNumber } from '../messages/format.js'
import { t } from '../messages/index.js'

/** The links of a message with their addresses, as text. */
export function MailLinks({ links }: { links: readonly MessageLink[] }) {
  return (
    <details className="border-t border-line px-3 py-1.5">
      <summary className="min-h-6">{t.mail.links(links.length, formatNumber(links.length))}</summary>
      <p className="text-small text-muted">{t.mail.linksHint}</p>
      <ul className="max-h-40 overflow-y-auto">
        {links.map(({ text, address }, index) => (
          <li key={`${index} ${address}`} className="py-1">
            <span className="font-medium break-words">{text || t.mail.noText}</span>
            <code className="block font-mono text-mono break-all text-muted">{address}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
