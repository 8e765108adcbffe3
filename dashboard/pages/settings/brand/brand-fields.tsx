import { FONTS, type Brand } from '../../../../models/domain/design/design.js'
import { DEFAULT_LOOK } from '../../../../models/domain/design/look.js'
import { t } from '../../../messages/index.js'
import { ColorField } from '../../../shared/color-field.js'
import { NumberField } from '../../../shared/number-field.js'
import { Field } from '../../../ui/field.js'
import { Select } from '../../../ui/input.js'
import { TextArea } from '../../../ui/text-area.js'
import { LogoField } from './logo-field.js'
import { SocialFields } from './social-fields.js'

const COLORS = ['accent', 'ink', 'surface', 'canvas'] as const
const DEFAULT = ''
const FONT_OPTIONS = [
  { value: DEFAULT, label: t.brand.fontDefault(t.designView.fonts[DEFAULT_LOOK.font]) },
  ...FONTS.map((value) => ({ value, label: t.designView.fonts[value] })),
]

interface BrandFieldsProps {
  brand: Brand
  errors: Readonly<Record<string, string>>
  onChange: (part: Partial<Brand>) => void
}

/** The fields of a brand. */
export function BrandFields({ brand, errors, onChange: change }: BrandFieldsProps) {
  return (
    <>
      <div className="grid gap-4 wide:grid-cols-2">
        <LogoField label={t.brand.logo} value={brand.logo} onChange={(logo) => change({ logo })} />
        <LogoField label={t.brand.darkLogo} value={brand.darkLogo} onChange={(darkLogo) => change({ darkLogo })} />
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">{t.brand.colors}</legend>
        {COLORS.map((key) => (
          <ColorField
            key={key}
            label={t.designView.colors[key]}
            value={brand[key]}
            inherited={DEFAULT_LOOK[key]}
            onChange={(color) => change({ [key]: color })}
          />
        ))}
      </fieldset>
      <div className="grid grid-cols-2 gap-4">
        <Field label={t.designView.font} error={errors['brand.font']}>
          {(ids) => (
            <Select
              {...ids}
              options={FONT_OPTIONS}
              value={brand.font ?? DEFAULT}
              onChange={({ target }) => change({ font: FONTS.find((font) => font === target.value) })}
            />
          )}
        </Field>
        <NumberField
          label={t.designView.radius}
          value={brand.radius}
          min={0}
          max={48}
          placeholder={String(DEFAULT_LOOK.radius)}
          onChange={(radius) => change({ radius })}
        />
      </div>
      <Field label={t.brand.postalAddress} hint={t.brand.postalAddressHint} error={errors['brand.postalAddress']}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            maxLength={500}
            value={brand.postalAddress ?? ''}
            onChange={({ target }) => change({ postalAddress: target.value })}
          />
        )}
      </Field>
      <SocialFields
        links={brand.social ?? []}
        errors={errors}
        onChange={(social) => change({ social: social.length === 0 ? undefined : social })}
      />
    </>
  )
}
