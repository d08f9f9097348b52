import { useTranslation } from 'react-i18next';
import { PIECES } from './pieces.ts';
import './kit.css';

/** Every piece of the kit in every state, on fixed data: to look at, and for the pictures of `e2e/kit-pictures.test.ts`. */
export default function Kit() {
  const { t } = useTranslation('kit');
  const { t: tFrame } = useTranslation('console');
  return (
    <div className="kit">
      <nav className="kit-index" aria-label={t('index')}>
        <h1 tabIndex={-1}>{tFrame('check.kit')}</h1>
        <ul>
          {Object.keys(PIECES).map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="kit-pieces">
        {Object.entries(PIECES).map(([name, Piece]) => (
          <section key={name} id={name} className="kit-piece" aria-labelledby={`${name}-name`}>
            <h2 id={`${name}-name`}>{name}</h2>
            <div className="kit-states">
              <Piece />
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
