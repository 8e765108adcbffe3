import { useState } from 'react'
import { Combobox } from '../ui/combobox.js'
import { Field } from '../ui/field.js'
import { Input, Select } from '../ui/input.js'
import { KeyValueEditor } from '../ui/key-value-editor.js'
import { Panel } from '../ui/panel.js'
import { TextArea } from '../ui/text-area.js'

const FRUIT = ['Apple', 'Banana', 'Cherry'].map((label) => ({ value: label.toLowerCase(), label }))

const CITIES = ['Athens', 'Berlin'].map((label) => ({ value: label.toLowerCase(), label }))
// A test decides when the answer to a search arrives.
const answered = new Promise((resolve) => window.addEventListener('answer', resolve, { once: true }))

async function loadCities(search: string) {
  if (search !== '') await answered
  return CITIES.filter(({ value }) => value.includes(search.toLowerCase()))
}

/** Fields in their states: plain, with a hint, with an error, disabled. */
export function Fields() {
  const [fruit, setFruit] = useState<string | null>(null)
  const [city, setCity] = useState<string | null>(null)
  return (
    <Panel title="Fields" isPadded>
      <div className="grid gap-4 wide:grid-cols-2">
        <Field label="Name" hint="As others see it.">
          {(ids) => <Input {...ids} defaultValue="Ada" />}
        </Field>
        <Field label="Address" error="This is no address.">
          {(ids) => <Input {...ids} defaultValue="ada@" />}
        </Field>
        <Field label="Off">{(ids) => <Input {...ids} disabled defaultValue="Fixed" />}</Field>
        <Field label="Order">{(ids) => <Select {...ids} options={FRUIT} />}</Field>
        <Field label="Text">{(ids) => <TextArea {...ids} defaultValue="Two lines" />}</Field>
        <Combobox label="Fruit" value={fruit} onChange={setFruit} options={FRUIT} />
        <Combobox label="City" value={city} onChange={setCity} load={loadCities} />
      </div>
      <div className="my-4 flex flex-wrap items-center gap-3">
        <Field label="Sort by" isInline>
          {(ids) => <Select {...ids} options={FRUIT} />}
        </Field>
        <Field label="Since" isInline>
          {(ids) => <Input {...ids} type="date" />}
        </Field>
      </div>
      <p>{fruit === null ? 'No fruit' : `Fruit: ${fruit}`}</p>
      <p>{city === null ? 'No city' : `City: ${city}`}</p>
      <KeyValueEditor label="Headers" initial={{ accept: 'text/plain' }} onChange={() => undefined} />
    </Panel>
  )
}
