import { useTranslation } from 'react-i18next';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Card } from '#ui/card/card.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import type { Beverage } from '../contract/beverages.ts';

type Unit = 'g' | 'ml' | 'piece';

/** What a drink is made of, with the units of its materials. */
export function RecipeCard({ beverage }: { beverage: Beverage }) {
  const { t } = useTranslation('beverages');
  const { recipe } = beverage;
  return (
    <Card title={t('kind.section.recipe')}>
      {recipe.length === 0 ? (
        <p className="quiet">{t('recipeRow.none')}</p>
      ) : (
        <ul className="goods-lines">
          {recipe.map((line) => (
            <li key={line.materialId}>
              <span>{readersName(line)}</span>
              <Tag tone={line.necessary ? 'info' : 'neutral'}>
                {t(line.necessary ? 'recipeRow.necessary' : 'recipeRow.auxiliary')}
              </Tag>
              <span className="figures">
                {line.amount} {t(`unit.${line.unit as Unit}`)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
