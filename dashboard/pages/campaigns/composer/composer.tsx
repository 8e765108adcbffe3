import { useMemo, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { useEdited, type Edited } from '../../../session/use-edited.js'
import { useAudienceCount } from '../../../shared/audience-count.js'
import { findingsFor, type LackedVariable } from '../../../shared/content-editor/for-audience.js'
import type { Finding } from '../../../shared/content-editor/message-draft.js'
import type { TestMailDialogProps } from '../../../shared/content-editor/test-mail-dialog.js'
import { useShownContact } from '../../../shared/content-editor/use-shown-to.js'
import { lazyPart, useLoadAhead } from '../../../shared/lazy-part.js'
import { newestOf } from '../../../shared/newest-of.js'
import { RestoredBanner } from '../../../shared/restored-banner.js'
import { Unsaved } from '../../../shared/unsaved.js'
import { campaignQueryOf } from '../campaign-cache.js'
import type { Campaign } from '../campaign.js'
import type { ReviewDialogProps } from '../review/review-dialog.js'
import { noteTest } from '../review/tested.js'
import { useMissing } from '../review/use-missing.js'
import { AudienceSection, type SectionProps } from './audience-section.js'
import { ComposerHeader } from './composer-header.js'
import { ContentSection } from './content-section.js'
import { countedAudience } from './audience-count-of.js'
import { fieldsOf, isAudienceWhole, type CampaignFields } from './draft.js'
import { MessageSection } from './message-section.js'
import { sectionStates } from './section-states.js'
import type { StaleCampaignProps } from './stale-campaign.js'
import { useAutosave, type Autosave } from './use-autosave.js'

const ReviewDialog = lazyPart<ReviewDialogProps, 'ReviewDialog'>(
  () => import('../review/review-dialog.js'),
  'ReviewDialog',
)
const StaleCampaign = lazyPart<StaleCampaignProps, 'StaleCampaign'>(
  () => import('./stale-campaign.js'),
  'StaleCampaign',
)
const TestMailDialog = lazyPart<TestMailDialogProps, 'TestMailDialog'>(
  () => import('../../../shared/content-editor/test-mail-dialog.js'),
  'TestMailDialog',
)
// The sections below the content are loaded after it.
const UtmSection = lazyPart<SectionProps, 'UtmSection'>(() => import('./utm-section.js'), 'UtmSection')
const WhenSection = lazyPart<SectionProps, 'WhenSection'>(() => import('./when-section.js'), 'WhenSection')
const LATER = [ReviewDialog, TestMailDialog, StaleCampaign]

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/**
 * Edits a campaign. A draft is saved automatically. A scheduled campaign is saved by hand alone, because it may be sent
 * at any moment.
 */
export function Composer({ campaign: given }: { campaign: Campaign }) {
  const campaign = newestOf(campaignQueryOf(given.projectId, given.id), given)
  const { id, projectId, updatedAt, status } = campaign
  const isDraft = status === 'DRAFT'
  const edited = useEdited({ projectId, kind: 'campaign', id }, fieldsOf(campaign), updatedAt)
  const autosave = useAutosave(campaign, edited, isDraft)
  const action = useAction(autosave, isDraft)
  useLoadAhead(LATER)
  const { isReviewed, as } = route.useSearch()
  const contactId = useShownContact(as)
  const [isTesting, setTesting] = useState(false)
  const { value } = edited
  const test = (): void => setTesting(true)
  const saveOrStay = async (): Promise<void> => {
    if (!(await autosave.save())) throw new Error('Some changes are not saved')
  }
  return (
    <>
      <ComposerHeader campaign={campaign} name={value.name} autosave={autosave} onAction={action} onTest={test} />
      <RestoredBanner edited={edited} />
      <Sections campaign={campaign} edited={edited} autosave={autosave} isDraft={isDraft} onTest={test} />
      {isDraft && isReviewed && (
        <ReviewDialog campaign={campaign} value={value} autosave={autosave} onTest={test} onSent={edited.discard} />
      )}
      {isTesting && (
        <TestMailDialog
          onClose={() => setTesting(false)}
          draft={value}
          shownTo={{ contactId: contactId ?? null }}
          onSent={() => noteTest(campaign, value)}
        />
      )}
      {autosave.conflict && <StaleCampaign {...autosave} mine={value} theirs={autosave.conflict} />}
      <Unsaved
        isUnsaved={autosave.status !== 'saved'}
        {...(isDraft ? { flush: autosave.save } : { onSave: saveOrStay })}
        onDiscard={edited.discard}
      />
    </>
  )
}

function Sections({
  campaign,
  edited,
  autosave,
  isDraft,
  onTest,
}: {
  campaign: Campaign
  edited: Edited<CampaignFields>
  autosave: Autosave
  isDraft: boolean
  onTest: () => void
}) {
  const { value } = edited
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const { query, isCurrent } = useAudienceCount(countedAudience(value), isAudienceWhole(value))
  const lacked = useLacked(value, findings)
  const states = sectionStates({
    value,
    errors: autosave.errors,
    eligible: isCurrent ? query.data?.eligible : undefined,
    findings: findingsFor(findings, lacked),
    now: new Date(),
  })
  const onChange = (part: Partial<CampaignFields>): void => edited.change((now) => ({ ...now, ...part }))
  const common = { value, onChange, errors: autosave.errors }
  return (
    <div className="flex min-w-0 flex-col gap-4" onBlur={autosave.saveChanges}>
      <AudienceSection {...common} state={states.audience} />
      <MessageSection {...common} state={states.message} />
      <ContentSection
        {...common}
        campaign={campaign}
        state={states.content}
        onFindings={setFindings}
        lacked={lacked}
        onTest={onTest}
      />
      <UtmSection {...common} state={states.links} />
      {isDraft && <WhenSection {...common} state={states.when} />}
    </div>
  )
}

/** What the audience lacks of the variables that the message prints bare; null while that is not known. */
function useLacked(value: CampaignFields, findings: readonly Finding[]): readonly LackedVariable[] | null {
  const bare = findings.flatMap(({ code, variable }) =>
    code === 'variable_without_fallback' && variable !== null ? [{ name: variable }] : [],
  )
  const missing = useMissing(value, bare)
  // Each render counts anew; the list stays the same while its content does.
  const text = typeof missing === 'string' ? null : JSON.stringify(missing)
  return useMemo(() => (text === null ? null : (JSON.parse(text) as LackedVariable[])), [text])
}

/** The main action of the page, by its button and by Ctrl-S: reviews a draft, saves a scheduled campaign. */
function useAction({ save }: Autosave, isDraft: boolean): () => void {
  const navigate = route.useNavigate()
  const action = useMemo(
    () => (): void => {
      void save()
      if (isDraft) void navigate({ search: (search) => ({ ...search, isReviewed: true }) })
    },
    [save, isDraft, navigate],
  )
  useCommands(
    useMemo(() => {
      const title = isDraft ? t.campaigns.reviewCommand : t.campaigns.saveChanges
      return [{ id: 'review', title, group: 'page' as const, keys: 'mod+s', run: action }]
    }, [action, isDraft]),
  )
  return action
}
