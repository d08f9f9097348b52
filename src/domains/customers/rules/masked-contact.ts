const SHOWN_OF_PHONE = 3;

/** `+4740000001` becomes `+47•••••001`: enough to recognise a number that one knows (security 14.5). */
export function maskedPhone(phone: string): string {
  if (phone.length <= SHOWN_OF_PHONE * 2) return phone.replaceAll(/\d/g, '•');
  const hidden = '•'.repeat(phone.length - SHOWN_OF_PHONE * 2);
  return phone.slice(0, SHOWN_OF_PHONE) + hidden + phone.slice(-SHOWN_OF_PHONE);
}

/** `ingrid@nordic.example` becomes `i•••@nordic.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? email : `${email.slice(0, 1)}•••${email.slice(at)}`;
}
