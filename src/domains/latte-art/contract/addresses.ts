/** The list of pictures in the console. */
export const LATTE_ART = '/goods/latte-art';
