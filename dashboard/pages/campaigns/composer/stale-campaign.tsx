import { StaleDialog } from '../../../shared/stale-dialog.js'
import type { Campaign } from '../campaign.js'
import { Differences } from './differences.js'
import { fieldsOf, type CampaignFields } from './draft.js'
import type { Autosave } from './use-autosave.js'

/** A campaign that two users have changed, and the callbacks of the decision. */
export interface StaleCampaignProps extends Pick<Autosave, 'closeConflict' | 'keepMine' | 'takeTheirs'> {
  mine: CampaignFields
  theirs: Campaign
}

/** Shows the version that another user has saved beside the user's own changes, and asks which to keep. */
export function StaleCampaign({ mine, theirs, closeConflict, keepMine, takeTheirs }: StaleCampaignProps) {
  return (
    <StaleDialog isOpen onClose={closeConflict} onKeepMine={keepMine} onTakeTheirs={takeTheirs}>
      <Differences mine={mine} theirs={fieldsOf(theirs)} />
    </StaleDialog>
  )
}
