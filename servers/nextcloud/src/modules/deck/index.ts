import type { Module } from '../module.ts';
import {
  createBoard,
  createLabel,
  createStack,
  deleteLabel,
  deleteStack,
  updateLabel,
  updateStack,
} from './board-tools.ts';
import {
  archiveCard,
  assignLabel,
  assignUser,
  createCard,
  deleteCard,
  removeLabel,
  reorderCard,
  unarchiveCard,
  unassignUser,
  updateCard,
} from './card-tools.ts';
import { getBoard, getBoards, getCard, getCards, getLabel, getLabels, getStack, getStacks } from './read-tools.ts';

import { deckResources } from './resources.ts';
export const deck: Module = {
  name: 'deck',
  resources: deckResources,
  app: 'deck',
  tools: [
    getBoards,
    getBoard,
    getStacks,
    getStack,
    getCards,
    getCard,
    getLabels,
    getLabel,
    createBoard,
    createStack,
    updateStack,
    deleteStack,
    createCard,
    updateCard,
    deleteCard,
    archiveCard,
    unarchiveCard,
    reorderCard,
    createLabel,
    updateLabel,
    deleteLabel,
    assignLabel,
    removeLabel,
    assignUser,
    unassignUser,
  ],
};
