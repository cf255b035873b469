export { default as NextApproval } from './NextApproval.vue';
export { default as PaletteResults } from './PaletteResults.vue';
