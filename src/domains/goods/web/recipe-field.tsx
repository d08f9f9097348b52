import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/http/web/call.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { blankRow } from '#system/records/web/form-page.tsx';
import { SwitchField } from '#ui/fields/checkbox-field.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { SelectField } from '#ui/fields/select-field.tsx';
import { valueAt } from '#ui/form-dialog/field-path.ts';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { RowsField } from '#ui/rows/rows-field.tsx';
import { beverages } from '../contract/beverages.ts';
import { goodsEndpoints } from '../contract/endpoints.ts';

const { recipe } = beverages.fields;

/** How much of which material a drink takes, in the material's unit. */
export function RecipeField() {
  const { t } = useTranslation('beverages');
  const form = useForm();
  const { data = [] } = useQuery({
    queryKey: ['beverages', 'recipe-materials'],
    queryFn: ({ signal }) => call(goodsEndpoints.materials, {}, { signal, notices: 'none' }),
  });
  const unitAt = (at: string) => {
    const material = data.find(({ id }) => id === valueAt(form.values, `${at}.materialId`));
    return material ? { unit: t(`unit.${material.unit}`) } : {};
  };
  return (
    <RowsField
      name="recipe"
      blank={blankRow(recipe)}
      sortable={false}
      {...(recipe.max === undefined ? {} : { max: recipe.max })}
      rowName={(place) => t('kind.row.recipe', { number: place + 1 })}
      addLabel={t('kind.addRow.recipe')}
      empty={t('recipeRow.none')}
      hint={t('recipeRow.hint')}
    >
      {(at) => (
        <>
          <SelectField
            name={`${at}.materialId`}
            options={data.map((one) => ({ value: one.id, label: readersName(one), hint: one.code }))}
          />
          <NumberField name={`${at}.amount`} {...unitAt(at)} />
          <SwitchField name={`${at}.necessary`} />
        </>
      )}
    </RowsField>
  );
}
