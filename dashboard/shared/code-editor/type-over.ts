import { EditorView } from '@codemirror/view'

/**
 * Replaces a selection by what is typed. The browser itself would keep the looks of the selected text by a style in the
 * element, which the policy of the page refuses.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view
    const { from, to, empty } = state.selection.main
    const { data, inputType, isComposing } = event
    if (inputType !== 'insertText' || data === null || empty || isComposing || state.readOnly) return false
    event.preventDefault()
    const insert = () => state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    const isHandled = state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, data, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  },
})
