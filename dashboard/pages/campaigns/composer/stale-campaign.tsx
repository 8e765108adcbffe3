import { StaleDialog } from '../../../shared/stale-dialog.js'
import type { Campaign } from '../campaign.js'
import { Differences } from './differences.js'
import { fieldsOf, type CampaignFields } from './draft.js'
import type { Autosave } from './use-autosave.js'

/** A campaign that two people have changed, and what the editor does then. */
export interface StaleCampaignProps extends Pick<Autosave, 'closeConflict' | 'keepMine' | 'takeTheirs'> {
  mine: CampaignFields
  theirs: Campaign
}

/** Shows what somebody else has saved beside one's own changes, and asks what is to be kept. */
export function StaleCampaign({ mine, theirs, closeConflict, keepMine, takeTheirs }: StaleCampaignProps) {
  return (
    <StaleDialog isOpen onClose={closeConflict} onKeepMine={keepMine} onTakeTheirs={takeTheirs}>
      <Differences mine={mine} theirs={fieldsOf(theirs)} />
    </StaleDialog>
  )
}
