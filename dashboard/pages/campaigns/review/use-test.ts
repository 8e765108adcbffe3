import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client.js'
import { t } from '../../../messages/index.js'
import { meQuery } from '../../../session/user.js'
import { wordsFor } from '../../../shared/failure.js'
import { toast } from '../../../ui/toast.js'
import type { Campaign } from '../campaign.js'
import { isTested, noteTest } from './tested.js'

/** Sends a test of the stored campaign to the signed-in user, and knows whether there was one since the last change. */
export function useTest(campaign: Campaign): { isTested: boolean; sendTest: () => Promise<void> } {
  const { data: me } = useQuery(meQuery)
  const [, setCount] = useState(0)
  const { projectId, id } = campaign
  const sendTest = async (): Promise<void> => {
    if (!me) return
    try {
      await call('POST /campaigns/:id/test', { projectId, params: { id }, body: { email: me.email } })
      noteTest(campaign)
      setCount((count) => count + 1)
      toast(t.campaigns.testSent(me.email))
    } catch (error) {
      toast(wordsFor(error).message)
    }
  }
  return { isTested: isTested(campaign), sendTest }
}
