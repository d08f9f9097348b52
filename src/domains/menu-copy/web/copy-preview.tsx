import { useTranslation } from 'react-i18next';
import { sizeText } from '#platform/http/rules/size-text.ts';
import { joinWords } from '#platform/i18n/rules/join-words.ts';
import { readersName } from '#platform/i18n/web/readers-name.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import type { CopyPreview, Named } from '../contract/copy-run.ts';

const NAMES_SHOWN = 12;

/** Counts, what to look out for, and what needs a price. */
export function CopyPreviewView({ preview }: { preview: CopyPreview }) {
  const { t, i18n } = useTranslation('menu-copy');
  const { kinds, warnings, priceNeeded, target, currency, pictureBytes, spaceLeftBytes } = preview;
  const isNothing = kinds.every(({ add, update }) => add + update === 0);
  const names = (all: readonly Named[]) => joinWords(all.slice(0, NAMES_SHOWN).map(readersName), i18n.language);
  return (
    <div className="menu-copy-outlook">
      {warnings.map(({ code, names: concerned }) => (
        <p key={code} className="menu-copy-warning">
          <Icon name="warning" />
          <span>
            {t(`warning.${code}`, {
              ...{ tenant: target.name, source: currency, target: target.currency, names: names(concerned) },
            })}
          </span>
        </p>
      ))}
      {isNothing && <p>{t('preview.nothing')}</p>}
      <ScrollBox label={t('preview.title')}>
        <table className="plain-table menu-copy-table">
          <thead>
            <tr>
              <th scope="col">{t('preview.kind')}</th>
              <th scope="col">{t('preview.add')}</th>
              <th scope="col">{t('preview.update')}</th>
              <th scope="col">{t('preview.skip')}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, add, update, skip }) => (
              <tr key={kind}>
                <th scope="row">{t(`kind.${kind}`)}</th>
                <td className="figures">{add}</td>
                <td className="figures">{update}</td>
                <td className="figures">{skip}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {pictureBytes > 0 && (
        <p className="quiet">
          {t('preview.pictures', { bytes: sizeText(pictureBytes), left: sizeText(spaceLeftBytes) })}
        </p>
      )}
      {priceNeeded.length > 0 && (
        <section className="menu-copy-prices" aria-label={t('priceNeeded.title', { count: priceNeeded.length })}>
          <h3>{t('priceNeeded.title', { count: priceNeeded.length })}</h3>
          <p className="quiet">{t('priceNeeded.body', { tenant: target.name })}</p>
          <ul>
            {priceNeeded.map((one) => (
              <li key={one.name}>{readersName(one)}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
