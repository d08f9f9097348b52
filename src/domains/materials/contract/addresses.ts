/** The list of materials in the console. */
export const MATERIAL_LIST = '/goods/materials';
