import { z } from 'zod'
import { MAX_VALUE_LENGTH } from '../../../models/domain/conditions/tree.js'
import { ConditionConfig } from './condition.js'
import { DelayConfig } from './delay.js'
import { SendEmailConfig } from './send-email.js'
import { UpdateContactConfig } from './update-contact.js'
import { WaitConfig } from './wait-for-event.js'
import { WebhookConfig } from './webhook.js'

const ExitConfig = z.object({ reason: z.string().max(MAX_VALUE_LENGTH).optional() })

/**
 * The config of each type of step. No part is required here, because enabling the workflow checks for missing parts.
 */
export const STEP_CONFIGS = {
  TRIGGER: z.object({}).prefault({}),
  SEND_EMAIL: SendEmailConfig.prefault({}),
  DELAY: DelayConfig.prefault({}),
  WAIT_FOR_EVENT: WaitConfig.prefault({}),
  CONDITION: ConditionConfig.prefault({}),
  WEBHOOK: WebhookConfig.prefault({}),
  UPDATE_CONTACT: UpdateContactConfig.prefault({}),
  EXIT: ExitConfig.prefault({}),
}
