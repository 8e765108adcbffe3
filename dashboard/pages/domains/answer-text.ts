import type { Answer } from '../../api/client.js'
import { t } from '../../messages/index.js'
import { nameIn } from './record-names.js'

/** A record of a domain, with the answer of DNS. */
export type DomainRecord = Answer<'GET /domains/:id/verify'>['records'][number]

type RecordFacts = Pick<DomainRecord, 'type' | 'name' | 'purpose'>

/** The answer of DNS for a missing record in words, with the fix. */
export function answerText(
  { type, name, purpose }: RecordFacts,
  { kind, count, error }: Pick<NonNullable<DomainRecord['answer']>, 'kind' | 'count' | 'error'>,
  zone: string | undefined,
): { text: string; advice: string | null } {
  const { answers, advice } = t.domains
  switch (kind) {
    case 'OTHER_VALUES':
      return { text: answers.otherValues(type, count), advice: adviceFor(purpose) }
    case 'ADDRESSES':
      return { text: answers.addresses, advice: advice.proxy }
    case 'OTHER_NAME':
      if (zone === undefined) return { text: answers.otherName, advice: null }
      return { text: answers.otherName, advice: advice.withoutZone(nameIn(zone, name, t.domains.atZone), zone) }
    case 'NO_RECORDS':
      return { text: answers.noRecords(type), advice: null }
    case 'NO_SUCH_NAME':
      return { text: answers.noSuchName, advice: null }
    case 'NO_ANSWER':
      return { text: answers.noAnswer(error), advice: advice.askAgain }
    default:
      return kind satisfies never
  }
}

// The names of proofs may have several texts; that of a policy or a key has one. The note on SPF says what to do.
function adviceFor(purpose: DomainRecord['purpose']): string | null {
  if (purpose === 'SPF') return null
  return purpose === 'OWNERSHIP' ? t.domains.advice.addText : t.domains.advice.correct
}
