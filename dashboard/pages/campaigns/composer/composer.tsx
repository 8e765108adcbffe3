import { useMemo } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useCommands } from '../../../commands/registry.js'
import { t } from '../../../messages/index.js'
import { useEdited, type Edited } from '../../../session/use-edited.js'
import { RestoredBanner } from '../../../shared/restored-banner.js'
import { StaleDialog } from '../../../shared/stale-dialog.js'
import { Unsaved } from '../../../shared/unsaved.js'
import type { Campaign } from '../campaign.js'
import { ReviewDialog } from '../review/review-dialog.js'
import { AudienceSection } from './audience-section.js'
import { ComposerHeader } from './composer-header.js'
import { ContentSection } from './content-section.js'
import { Differences } from './differences.js'
import { fieldsOf, type CampaignFields } from './draft.js'
import { MessageSection } from './message-section.js'
import { sectionStates } from './section-states.js'
import { useAudienceCount } from './use-audience-count.js'
import { useAutosave, type Autosave } from './use-autosave.js'
import { WhenSection } from './when-section.js'

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/**
 * Writes a campaign. A draft saves itself; a scheduled one, which may be sent at any moment, is saved by hand alone.
 */
export function Composer({ campaign }: { campaign: Campaign }) {
  const { id, projectId, updatedAt, status } = campaign
  const isDraft = status === 'DRAFT'
  const edited = useEdited({ projectId, kind: 'campaign', id }, fieldsOf(campaign), updatedAt)
  const autosave = useAutosave(campaign, edited, isDraft)
  const act = useAct(autosave, isDraft)
  const { isReviewed } = route.useSearch()
  return (
    <>
      <ComposerHeader campaign={campaign} name={edited.value.name} autosave={autosave} onAct={act} />
      <RestoredBanner edited={edited} />
      <Sections edited={edited} autosave={autosave} isDraft={isDraft} />
      {isDraft && isReviewed && (
        <ReviewDialog campaign={campaign} value={edited.value} autosave={autosave} onSent={edited.discard} />
      )}
      <StaleDialog
        isOpen={autosave.conflict !== null}
        onClose={autosave.closeConflict}
        onKeepMine={autosave.keepMine}
        onTakeTheirs={autosave.takeTheirs}
      >
        {autosave.conflict && <Differences mine={edited.value} theirs={fieldsOf(autosave.conflict)} />}
      </StaleDialog>
      <Unsaved
        isUnsaved={autosave.status !== 'saved'}
        {...(isDraft ? { flush: autosave.save } : {})}
        onDiscard={edited.discard}
      />
    </>
  )
}

function Sections({
  edited,
  autosave,
  isDraft,
}: {
  edited: Edited<CampaignFields>
  autosave: Autosave
  isDraft: boolean
}) {
  const { value } = edited
  const counted = useAudienceCount(value)
  const states = sectionStates({
    value,
    faults: autosave.faults,
    eligible: counted.isStale ? undefined : counted.count?.eligible,
    findings: [],
    now: new Date(),
  })
  const onChange = (part: Partial<CampaignFields>): void => edited.change((now) => ({ ...now, ...part }))
  const common = { value, onChange, faults: autosave.faults }
  return (
    <div className="flex min-w-0 flex-col gap-4" onBlur={() => void (isDraft && autosave.save())}>
      <AudienceSection {...common} state={states.audience} counted={counted} />
      <MessageSection {...common} state={states.message} />
      <ContentSection {...common} state={states.content} />
      {isDraft && <WhenSection {...common} state={states.when} />}
    </div>
  )
}

/** The one act of the page, by its button and by Ctrl-S: the review of a draft, the saving of a scheduled campaign. */
function useAct({ save }: Autosave, isDraft: boolean): () => void {
  const navigate = route.useNavigate()
  const act = useMemo(
    () => (): void => {
      void save()
      if (isDraft) void navigate({ search: (search) => ({ ...search, isReviewed: true }) })
    },
    [save, isDraft, navigate],
  )
  useCommands(
    useMemo(() => {
      const title = isDraft ? t.campaigns.reviewCommand : t.campaigns.saveChanges
      return [{ id: 'review', title, group: 'page' as const, keys: 'mod+s', run: act }]
    }, [act, isDraft]),
  )
  return act
}
