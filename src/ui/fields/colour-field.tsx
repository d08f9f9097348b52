import { useTranslation } from 'react-i18next';
import { type FieldProps, useField } from '../form-dialog/form-context.ts';
import { FieldFrame } from './field-frame.tsx';

export interface ColourFieldProps extends FieldProps {
  /** Offered beside the free choice. */
  swatches?: readonly string[];
}

const HEX = /^#[0-9a-f]{6}$/i;

/** A colour by its code, by the system's own picker, or out of a few. */
export function ColourField({ swatches = [], ...props }: ColourFieldProps) {
  const { t } = useTranslation('ui');
  const field = useField({ ...props, isChoice: true }, undefined, (code) => <Swatch code={String(code)} />);
  const value = typeof field.value === 'string' ? field.value : '';
  return (
    <FieldFrame field={field}>
      <div className="colour-field">
        <input
          type="color"
          aria-label={t('form.pickColour', { name: field.label })}
          disabled={props.disabled}
          value={HEX.test(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => field.set(event.target.value.toUpperCase())}
        />
        <input
          {...field.attributes}
          autoComplete="off"
          spellCheck={false}
          maxLength={7}
          value={value}
          onChange={(event) => field.set(withHash(event.target.value))}
        />
        {swatches.map((swatch) => (
          <button
            key={swatch}
            type="button"
            className="colour-swatch"
            aria-label={swatch}
            aria-pressed={swatch.toUpperCase() === value.toUpperCase()}
            disabled={props.disabled}
            onClick={() => field.set(swatch)}
          >
            <Dab code={swatch} />
          </button>
        ))}
      </div>
    </FieldFrame>
  );
}

/** The colour beside its code; what is no colour (yet) stands alone. */
function Swatch({ code }: { code: string }) {
  return (
    <span className="colour-value">
      {HEX.test(code) && <Dab code={code} />}
      {code}
    </span>
  );
}

function Dab({ code }: { code: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" fill={code} />
    </svg>
  );
}

/** `1890ff` is what most tools copy. */
function withHash(text: string): string {
  const plain = text.trim();
  return /^[0-9a-f]{6}$/i.test(plain) ? `#${plain.toUpperCase()}` : plain;
}
