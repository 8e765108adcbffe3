import { createRoot } from 'react-dom/client'
import '../app.css'
import { Actions } from './actions.js'
import { Choices } from './choices.js'
import { Fields } from './fields.js'
import { Shown } from './shown.js'
import { States } from './states.js'

const root = document.querySelector('#root')
if (root) {
  createRoot(root).render(
    <main className="mx-auto flex max-w-5xl min-w-0 flex-col gap-6 p-4">
      <h1 className="text-page font-semibold">Gallery</h1>
      <Actions />
      <Fields />
      <Choices />
      <States />
      <Shown />
    </main>,
  )
}
