import { FONTS, type DesignTheme } from '../../../../models/domain/design/design.js'
import { t } from '../../../messages/index.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { Switch } from '../../../ui/switch.js'
import { lookOf } from '../../../../models/domain/design/look.js'
import { useEditor, useEditorState } from '../editor-context.js'
import { ColorField } from '../../color-field.js'
import { NumberField } from '../../number-field.js'

const COLORS = ['accent', 'ink', 'surface', 'canvas'] as const
const FROM_BRAND = ''

/** The look of the whole message. What is not chosen here comes from the brand of the project. */
export function ThemeSettings() {
  const { store, brand } = useEditor()
  const theme = useEditorState(({ design }) => design.theme)
  const inherited = lookOf({}, brand)
  const change = (part: Partial<DesignTheme>): void => {
    const next = Object.entries({ ...theme, ...part }).filter(([, value]) => value !== undefined)
    store.edit({ type: 'theme', theme: Object.fromEntries(next) }, `theme:${Object.keys(part).join()}`)
  }
  const fonts = FONTS.map((value) => ({ value, label: t.designView.fonts[value] }))
  return (
    <div className="flex flex-col gap-3">
      <p className="text-small text-muted">{t.designEditor.themeHint}</p>
      {COLORS.map((key) => (
        <ColorField
          key={key}
          label={t.designView.colors[key]}
          value={theme[key]}
          inherited={inherited[key]}
          onChange={(color) => change({ [key]: color })}
        />
      ))}
      <Field label={t.designView.font}>
        {(ids) => (
          <Select
            {...ids}
            options={[
              { value: FROM_BRAND, label: t.designEditor.fromBrand(t.designView.fonts[inherited.font]) },
              ...fonts,
            ]}
            value={theme.font ?? FROM_BRAND}
            onChange={({ target }) => change({ font: FONTS.find((font) => font === target.value) })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <NumberField
          label={t.designEditor.width}
          value={theme.width}
          min={320}
          max={800}
          placeholder={String(inherited.width)}
          onChange={(width) => change({ width })}
        />
        <NumberField
          label={t.designView.radius}
          value={theme.radius}
          min={0}
          max={48}
          placeholder={String(inherited.radius)}
          onChange={(radius) => change({ radius })}
        />
      </div>
      <Switch
        label={t.designEditor.darkMode}
        isOn={theme.dark !== 'off'}
        onChange={(isOn) => change({ dark: isOn ? undefined : 'off' })}
      />
    </div>
  )
}
