import { useMemo, useState } from 'react'
import { UserPlus } from 'lucide-react'
import { formatNumber } from '../../messages/format.js'
import { t } from '../../messages/index.js'
import { Button } from '../../ui/button.js'
import { Field } from '../../ui/field.js'
import { Panel } from '../../ui/panel.js'
import { ProgressBar } from '../../ui/progress-bar.js'
import { TextArea } from '../../ui/text-area.js'
import { AddressFile } from './address-file.js'
import { addressesIn } from './addresses.js'
import { LeftOut } from './left-out.js'
import type { Segment } from './filters.js'
import { UnknownAddresses } from './unknown-addresses.js'
import { useAddMembers, type Added } from './use-add-members.js'
import { ErrorText } from '../../ui/error-text.js'

/** Adds contacts to a static segment by their addresses, and says which of them have no contact. */
export function AddMembers({ segment }: { segment: Segment }) {
  const [text, setText] = useState('')
  const { add, done, result, errorMessage } = useAddMembers(segment)
  const { addresses, leftOut } = useMemo(() => addressesIn(text), [text])
  const submit = async (): Promise<void> => {
    if (await add(addresses)) setText(leftOut.join('\n'))
  }
  return (
    <Panel title={t.segments.add} isPadded>
      <div className="flex max-w-xl flex-col items-start gap-3">
        <div className="w-full">
          <Field label={t.segments.addresses} hint={t.segments.addressesHint}>
            {(ids) => (
              <TextArea {...ids} spellCheck={false} value={text} onChange={({ target }) => setText(target.value)} />
            )}
          </Field>
        </div>
        <AddressFile onTake={setText} />
        <LeftOut words={leftOut} />
        <Button icon={UserPlus} disabled={addresses.length === 0} isBusy={done !== null} onClick={() => void submit()}>
          {buttonText(addresses.length, leftOut.length)}
        </Button>
        {done && (
          <div className="w-full">
            <ProgressBar label={t.segments.adding} value={done.count} total={done.of} />
          </div>
        )}
        <ErrorText text={errorMessage} />
        <p role="status">{result ? resultText(result) : ''}</p>
        {result && result.notFound.length > 0 && (
          <UnknownAddresses
            emails={result.notFound}
            onCreate={(subscribed) => void add(result.notFound, { createMissing: true, subscribed })}
          />
        )}
      </div>
    </Panel>
  )
}

function buttonText(count: number, leftOut: number): string {
  const text = t.segments.addThem(count, formatNumber(count))
  return leftOut === 0 ? text : `${text}, ${t.segments.leftOut(formatNumber(leftOut))}`
}

function resultText({ added, created, alreadyMembers }: Added): string {
  return [
    t.segments.addedNow(formatNumber(added)),
    created > 0 ? t.segments.createdNow(formatNumber(created)) : '',
    alreadyMembers > 0 ? t.segments.alreadyMembers(formatNumber(alreadyMembers)) : '',
  ].join(' ')
}
