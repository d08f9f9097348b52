import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { ImagePicker } from '#ui/image-field/image-picker.tsx';

/** Pictures of a shape, of exact dimensions, and of a small size, to try; they go by themselves after two days. */
export function PictureCard() {
  const { t } = useTranslation('console');
  const [icon, setIcon] = useState('');
  const [advert, setAdvert] = useState('');
  const [push, setPush] = useState('');
  return (
    <Card title={t('pictureParts.title')}>
      <div className="picture-parts">
        <ImagePicker
          kind="avatar"
          label={t('pictureParts.avatar')}
          value={icon}
          onChange={setIcon}
          shownAt={{ width: 96, height: 96 }}
          isRound
        />
        <ImagePicker
          kind="advert"
          label={t('pictureParts.advert')}
          value={advert}
          onChange={setAdvert}
          shownAt={{ width: 108, height: 192 }}
        />
        <ImagePicker
          kind="push"
          label={t('pictureParts.push')}
          value={push}
          onChange={setPush}
          shownAt={{ width: 60, height: 60 }}
        />
      </div>
    </Card>
  );
}
