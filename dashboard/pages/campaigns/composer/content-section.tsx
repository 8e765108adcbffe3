import { useMemo, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { Maximize2, Minimize2 } from 'lucide-react'
import { t } from '../../../messages/index.js'
import { ContentEditor } from '../../../shared/content-editor/content-editor.js'
import type { LackedVariable } from '../../../shared/content-editor/for-audience.js'
import {
  previousDesignOf,
  storedDraft,
  storedWording,
  writtenIn,
  type Finding,
} from '../../../shared/content-editor/message-draft.js'
import { useShownTo } from '../../../shared/content-editor/use-shown-to.js'
import { Button } from '../../../ui/button.js'
import { join } from '../../../ui/join.js'
import type { Campaign } from '../campaign.js'
import type { SectionProps } from './audience-section.js'
import { CopyTemplate } from './copy-template.js'
import { Section } from './section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

interface ContentSectionProps extends SectionProps {
  campaign: Campaign
  onFindings: (findings: readonly Finding[]) => void
  lacked: readonly LackedVariable[] | null
  /** Opens the dialog for a test mail. */
  onTest: () => void
}

/** The editor of the message, beside its preview. */
export function ContentSection(props: ContentSectionProps) {
  const { campaign, value, onChange, state, errors, onFindings, lacked, onTest } = props
  const [isFull, setFull] = useState(false)
  const { as } = route.useSearch()
  const navigate = route.useNavigate()
  const { shownTo, setShownTo } = useShownTo(
    as,
    (next) => void navigate({ search: (search) => ({ ...search, as: next }), replace: true }),
  )
  const stored = useMemo(() => storedDraft(campaign), [campaign])
  const error = errorOf(errors)
  return (
    <Section name="content" state={state}>
      <div
        className={join(
          'flex min-w-0 flex-col gap-4',
          isFull && 'fixed inset-0 z-30 overflow-y-auto bg-canvas p-4 wide:p-6',
        )}
      >
        <div className="flex flex-wrap items-center justify-end gap-2">
          {isFull && <p className="mr-auto text-title font-semibold">{t.campaigns.sections.content}</p>}
          {isFull && <Button onClick={onTest}>{t.campaigns.test}</Button>}
          <Button
            variant={isFull ? 'strong' : 'plain'}
            icon={isFull ? Minimize2 : Maximize2}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? t.campaigns.editDone : t.campaigns.editFull}
          </Button>
        </div>
        <CopyTemplate onCopy={(template) => onChange({ type: template.type, ...writtenIn(storedWording(template)) })} />
        {error !== undefined && (
          <p role="alert" className="text-bad">
            {error}
          </p>
        )}
        <ContentEditor
          draft={value}
          isSubjectElsewhere
          stored={stored}
          previousDesign={previousDesignOf(campaign)}
          onChange={({ subject, body, design = null, mjml = null }) => onChange({ subject, body, design, mjml })}
          shownTo={shownTo}
          onShownTo={setShownTo}
          onFindings={onFindings}
          lacked={lacked}
        />
      </div>
    </Section>
  )
}

/** The first error of the content; that of a design names its place. */
function errorOf(errors: Readonly<Record<string, string>>): string | undefined {
  const found = Object.entries(errors).find(([field]) => /^(?:body|mjml|design)(?:\.|$)/.test(field))
  return found && (found[0] === 'body' ? found[1] : t.errors.inField(found[0], found[1]))
}
