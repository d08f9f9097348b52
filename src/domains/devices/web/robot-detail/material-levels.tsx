import { useTranslation } from 'react-i18next';
import type { RobotMaterial } from '#domains/devices/contract/robot.ts';

/** Stock as bars against the capacity, with the mark under which staff should come. */
export function MaterialLevels({ materials }: { materials: readonly RobotMaterial[] }) {
  const { t, i18n } = useTranslation('devices');
  const number = new Intl.NumberFormat(i18n.language);
  if (materials.length === 0) return <p className="quiet">{t('material.none')}</p>;
  return (
    <ul className="material-levels">
      {materials.map((material) => {
        const name = i18n.language === 'zh-CN' && material.nameZh ? material.nameZh : material.name;
        const free = material.current - material.reserved;
        const tone = free <= 0 ? 'empty' : material.current <= material.lowMark ? 'low' : 'good';
        return (
          <li key={material.materialId}>
            <span>{name}</span>
            <meter
              className={`material-${tone}`}
              min={0}
              max={material.capacity}
              low={material.lowMark}
              value={material.current}
              aria-label={name}
            />
            <span className="figures">
              {number.format(material.current)} / {number.format(material.capacity)} {t(`unit.${material.unit}`)}
              {tone !== 'good' && <strong> {t(`material.${tone}`)}</strong>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
