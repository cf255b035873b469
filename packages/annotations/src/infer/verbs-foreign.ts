import { foldWord } from './fold-word.ts';
import type { Action } from './lexicon.ts';

/** A verb of a language with spaces, in the forms used in names and descriptions. */
export interface ForeignVerb {
  readonly form: string;
  readonly action: Action;
}

/**
 * The most common languages of developers besides English, Chinese, Japanese and Korean. Each row has infinitives,
 * imperatives and the third person. It leaves out participles, because they describe things ("gelöschte Notizen"), and
 * words that also exist in English.
 */
export const FOREIGN_VERBS: readonly ForeignVerb[] = [
  // Spanish.
  ...verbs(
    'delete',
    'eliminar elimina elimine borrar borra borre suprimir suprime destruir destruye vaciar vacia purgar purga eliminacion desinstalar desinstala',
  ),
  ...verbs(
    'update',
    'actualizar actualiza modificar modifica editar edita reemplazar reemplaza sobrescribir sobrescribe renombrar renombra mueve',
  ),
  ...verbs('create', 'crear crea agregar agrega anadir anade insertar inserta subir sube'),
  ...verbs(
    'act',
    'enviar envia publicar publica desplegar despliega instalar instala transferir transfiere pagar paga',
  ),
  ...verbs('read', 'obtener obtiene listar lista buscar busca consultar consulta leer mostrar muestra'),
  // Portuguese.
  ...verbs('delete', 'excluir exclui apagar apaga deletar deleta destruir destroi limpar limpa exclusao desinstalar'),
  ...verbs('update', 'atualizar atualiza alterar substituir substitui sobrescrever sobrescreve renomear renomeia'),
  ...verbs('create', 'criar cria adicionar adiciona inserir insere'),
  ...verbs('act', 'publicar implantar implanta transferir transfere pagar'),
  ...verbs('read', 'obter obtem buscar consultar ler exibir exibe'),
  // German. Umlauts are written as "oe" in identifiers.
  ...verbs(
    'delete',
    'löschen löscht loeschen loescht lösche entfernen entfernt vernichten vernichtet leeren leert zerstören zerstoeren zerstört löschung deinstallieren deinstalliert verwerfen verwirft',
  ),
  ...verbs(
    'update',
    'ändern ändert aendern aendert aktualisieren aktualisiert bearbeiten bearbeitet überschreiben ueberschreiben überschreibt ersetzen ersetzt umbenennen verschieben verschiebt schreiben schreibt',
  ),
  ...verbs('create', 'erstellen erstellt anlegen hinzufügen hinzufuegen einfügen hochladen'),
  ...verbs(
    'act',
    'senden sendet versenden veröffentlichen veroeffentlichen installieren installiert überweisen ueberweisen überweist bezahlen',
  ),
  ...verbs('read', 'abrufen auflisten suchen sucht lesen liest anzeigen zeigt holen'),
  // French.
  ...verbs(
    'delete',
    'supprimer supprime supprimez effacer efface effacez détruire detruit retirer désinstaller desinstalle',
  ),
  ...verbs('update', 'modifie remplacer remplace écraser ecrase renommer renomme déplacer deplace éditer écrire ecrit'),
  ...verbs('create', 'créer cree ajouter ajoute insérer insere téléverser'),
  ...verbs('act', 'envoyer envoie publier publie déployer deploie transférer transfere paie virer'),
  ...verbs(
    'read',
    'obtenir obtient lister chercher cherche rechercher recherche lire afficher affiche récupérer recupere',
  ),
  // Russian, in Cyrillic and transliterated.
  ...verbs(
    'delete',
    'удалить удаляет удаляют удали удаляем удаление стереть стирает уничтожить уничтожает очистить очищает снести сносит убрать убирает удалять udalit udalenie ochistit steret',
  ),
  ...verbs(
    'update',
    'изменить изменяет обновить обновляет заменить заменяет перезаписать перезаписывает переименовать переместить записать редактировать izmenit obnovit',
  ),
  ...verbs('create', 'создать создаёт создает добавить добавляет вставить sozdat dobavit'),
  ...verbs('act', 'отправить отправляет опубликовать публикует установить устанавливает оплатить развернуть otpravit'),
  ...verbs(
    'read',
    'получить получает показать показывает найти находит прочитать читает список вывести возвращает poluchit',
  ),
  // Hindi, in Devanagari and transliterated.
  ...verbs(
    'delete',
    'हटाएं हटाएँ हटाओ हटाना हटाता हटाती हटाये मिटाएं मिटाएँ मिटाओ मिटाना मिटाता मिटाती डिलीट hatao hataen hatayen mitao mitayen',
  ),
  ...verbs('update', 'बदलें बदलता अपडेट संपादित badlo badlen'),
  ...verbs('create', 'बनाएं बनाएँ बनाओ बनाता जोड़ें जोड़ता banao banayen jodo'),
  ...verbs('act', 'भेजें भेजता भेजो bhejo bhejen'),
  ...verbs('read', 'देखें दिखाएं दिखाता खोजें खोजता पढ़ें dikhao dekho khojo'),
];

function verbs(action: Action, forms: string): readonly ForeignVerb[] {
  return forms.split(/\s+/).map((form) => ({ form, action }));
}

/** Every form as {@link foldWord} normalizes it. */
export const FOREIGN_FORMS: ReadonlySet<string> = new Set(FOREIGN_VERBS.map(({ form }) => foldWord(form)));
