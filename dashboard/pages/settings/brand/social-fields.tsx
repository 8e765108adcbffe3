import { Plus, X } from 'lucide-react'
import { SOCIAL_KINDS, type SocialLink } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Input, Select } from '../../../ui/input.js'

const KINDS = SOCIAL_KINDS.map((value) => ({ value, label: t.designView.socialKinds[value] }))
const MOST = 20

interface SocialFieldsProps {
  links: readonly SocialLink[]
  errors: Readonly<Record<string, string>>
  onChange: (links: SocialLink[]) => void
}

/** The profiles of the sender elsewhere. */
export function SocialFields({ links, errors, onChange }: SocialFieldsProps) {
  const change = (at: number, part: Partial<SocialLink>): void =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)))
  const free = SOCIAL_KINDS.find((kind) => !links.some((link) => link.kind === kind)) ?? 'website'
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t.brand.social}</legend>
      {links.map(({ kind, href }, at) => {
        const error = errors[`brand.social.${at}.href`]
        const name = t.designView.socialKinds[kind]
        return (
          // A link has no identity but its place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at} className="flex flex-col gap-1">
            <div className="flex items-center gap-2">
              <Select
                aria-label={t.brand.network}
                className="w-32! shrink-0"
                options={KINDS}
                value={kind}
                onChange={({ target }) =>
                  change(at, { kind: SOCIAL_KINDS.find((one) => one === target.value) ?? kind })
                }
              />
              <Input
                type="url"
                required
                aria-label={t.brand.urlOf(name)}
                aria-invalid={error ? true : undefined}
                placeholder="https://"
                autoComplete="off"
                spellCheck={false}
                value={href}
                onChange={({ target }) => change(at, { href: target.value })}
              />
              <IconButton
                icon={X}
                label={t.brand.removeSocial(name)}
                onClick={() => onChange(links.filter((_link, index) => index !== at))}
              />
            </div>
            {error && <p className="text-small text-bad">{error}</p>}
          </div>
        )
      })}
      {links.length < MOST && (
        <div>
          <Button icon={Plus} onClick={() => onChange([...links, { kind: free, href: '' }])}>
            {t.brand.addSocial}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
