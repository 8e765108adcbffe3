import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { TextArea } from '../../../ui/text-area.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

/** What the message says. */
export function ContentSection({ value, onChange, state, faults }: SectionProps) {
  return (
    <Section name="content" state={state}>
      <CopyTemplate onCopy={({ subject, body, type }) => onChange({ subject, body, type })} />
      <Field label={t.campaigns.body} fault={faults['body']}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={14}
            className="font-mono text-mono"
            spellCheck={false}
            value={value.body}
            onChange={({ target }) => onChange({ body: target.value })}
          />
        )}
      </Field>
    </Section>
  )
}
