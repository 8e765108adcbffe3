import { useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { t } from '../../../messages/index.js'
import { useProject } from '../../../session/project.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/checkbox.js'
import { Dialog } from '../../../ui/dialog.js'
import type { Campaign } from '../campaign.js'
import type { CampaignFields } from '../composer/draft.js'
import { SECTIONS, sectionStates, type Section } from '../composer/section-states.js'
import { sectionId } from '../composer/section.js'
import type { Autosave } from '../composer/use-autosave.js'
import { CheckList } from './check-list.js'
import { checksOf, maySend, type Fix } from './checks.js'
import { ReviewSummary } from './review-summary.js'
import { sendLabel } from './send-label.js'
import { useReviewFacts } from './use-review-facts.js'
import { useSend } from './use-send.js'
import { isTested } from './tested.js'
import { ErrorText } from '../../../ui/error-text.js'

/** The reviewed draft, and the callbacks of the review. */
export interface ReviewDialogProps {
  campaign: Campaign
  value: CampaignFields
  autosave: Autosave
  /** Opens the dialog for a test mail. */
  onTest: () => void
  /** The campaign is sent or scheduled: the draft in the browser is dropped. */
  onSent: () => void
}

const route = getRouteApi('/p/$projectId/campaigns/$campaignId')

/** The checks before a campaign is sent: errors stop it, warnings ask. */
export function ReviewDialog(props: ReviewDialogProps) {
  const navigate = route.useNavigate()
  const close = (): void => void navigate({ search: (search) => ({ ...search, isReviewed: undefined }), replace: true })
  const text = t.campaigns.reviewText(props.campaign.name)
  return (
    <Dialog isOpen onClose={close} title={t.campaigns.reviewTitle} text={text} at="drawer">
      <Review {...props} onClose={close} />
    </Dialog>
  )
}

function Review({ campaign, value, autosave, onTest, onSent, onClose }: ReviewDialogProps & { onClose: () => void }) {
  const { timezone } = useProject()
  const [isRead, setRead] = useState(false)
  const facts = useReviewFacts(value)
  const checks = checksOf({
    ...facts,
    now: new Date(),
    isTested: isTested(campaign, value),
    isSaved: autosave.status === 'saved',
    isSaving: autosave.status === 'saving',
    unfinished: unfinishedOf(value, autosave),
  })
  const { send, isBusy, errorMessage } = useSend(campaign, value.when, onSent)
  const hasWarnings = checks.some(({ level }) => level === 'warn')
  const fix = (where: Fix): void => {
    if (where === 'test') {
      onTest()
      return
    }
    onClose()
    // The dialog returns the focus after it has closed.
    setTimeout(() => document.querySelector<HTMLElement>(`#${sectionId(where as Section)}`)?.focus(), 0)
  }
  return (
    <div className="flex flex-col gap-4">
      <ReviewSummary value={value} />
      <CheckList checks={checks} onFix={fix} />
      {/* The button stays in view, however long the list is; the padding is that of the dialog. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-col gap-3 border-t border-line bg-surface p-5">
        {hasWarnings && maySend(checks) && (
          <Checkbox
            label={t.campaigns.sendNevertheless}
            checked={isRead}
            onChange={({ target }) => setRead(target.checked)}
          />
        )}
        <ErrorText text={errorMessage} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            variant="strong"
            isBusy={isBusy}
            disabled={!maySend(checks) || (hasWarnings && !isRead)}
            onClick={() => void send()}
          >
            {sendLabel(value.when, facts.audience, timezone)}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** The sections that stop a send. A section with a check of its own is left to that check. */
function unfinishedOf(value: CampaignFields, { errors }: Autosave): Section[] {
  const states = sectionStates({ value, errors, eligible: undefined, findings: [], now: new Date() })
  return SECTIONS.filter((name) => states[name] !== 'done')
}
